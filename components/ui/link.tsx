'use client';

import type { Route } from 'next';
import NextLink from 'next/link';
import type { ComponentProps } from 'react';
import { recordNavigation } from './browser/pending-navigation.ts';

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target' | 'download'> & { href: Route };

/**
 * A link to another page without a full page load. It does not prefetch: pages depend on user and time, so
 * prefetched responses would be empty (docs/decisions/ui-kit.md).
 */
export function Link({ href, ...rest }: LinkProps) {
  return <NextLink {...rest} href={href} prefetch={false} onNavigate={() => recordNavigation(href)} />;
}
