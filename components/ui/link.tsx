'use client';

import type { Route } from 'next';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { type ComponentProps, type MouseEvent, useContext } from 'react';
import { goingTo } from './going.ts';

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target' | 'download'> & { href: Route };

/**
 * A link to another page, without the page being loaded anew. Nothing is fetched ahead: pages are drawn for the person
 * and the moment, so all that could be had before the press are dozens of empty answers (docs/decisions/ui-kit.md).
 */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const router = useContext(AppRouterContext);
  const onPress = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { metaKey, ctrlKey, shiftKey, altKey, button } = event;
    // Another window or tab is the browser's business.
    if (event.defaultPrevented || metaKey || ctrlKey || shiftKey || altKey || button !== 0 || !router) return;
    event.preventDefault();
    goingTo(href);
    router.push(href);
  };
  return <a {...rest} href={href} onClick={onPress} />;
}
