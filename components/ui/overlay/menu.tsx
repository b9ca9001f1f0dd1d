'use client';

import type { ReactNode } from 'react';
import { lazyComponent } from '../browser/lazy-component.tsx';
import type { MenuListProps } from './menu-list.tsx';
import { Popover, type PopoverProps } from './popover.tsx';

/** The items, or a list component that is loaded at the first press like the menu. */
type MenuContent = Omit<MenuListProps, 'close'> | { list: (close: () => void) => ReactNode };

export type MenuProps = Omit<PopoverProps, 'children' | 'role'> & MenuContent;

/** Placeholder item: a menu must never be empty, not even while its items load. */
export const openingMenu = (
  <div role="menuitem" tabIndex={-1} aria-disabled="true" className="px-3 py-2 text-sm text-muted">
    Opening…
  </div>
);

// Loaded at the first press, like every panel (docs/decisions/ui-kit.md).
const MenuList = lazyComponent(
  () => import('./menu-list.tsx').then((part) => part.MenuList),
  openingMenu,
  'when drawn',
);

/** Menu button of the ARIA pattern; its keys are in menu-list.tsx. */
export function Menu(props: MenuProps) {
  return (
    <Popover {...props} role="menu">
      {(close) =>
        'list' in props ? (
          props.list(close)
        ) : (
          <MenuList items={props.items} header={props.header} close={close} />
        )
      }
    </Popover>
  );
}
