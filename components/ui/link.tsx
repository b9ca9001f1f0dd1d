'use client';

import type { Route } from 'next';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { type ComponentProps, type MouseEvent, useContext } from 'react';
import { goingTo } from './going.ts';

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target' | 'download'> & { href: Route };

/**
 * A link to another page without a full page load. It does not prefetch: pages depend on user and time, so
 * prefetched responses would be empty (docs/decisions/ui-kit.md).
 */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const router = useContext(AppRouterContext);
  const onPress = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { metaKey, ctrlKey, shiftKey, altKey, button } = event;
    // The browser handles links to another window or tab.
    if (event.defaultPrevented || metaKey || ctrlKey || shiftKey || altKey || button !== 0 || !router) return;
    event.preventDefault();
    goingTo(href);
    router.push(href);
  };
  return <a {...rest} href={href} onClick={onPress} />;
}
