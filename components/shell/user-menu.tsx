'use client';

import { lazyComponent } from '../ui/browser/lazy-component.tsx';
import { Menu, openingMenu } from '../ui/overlay/menu.tsx';
import type { UserMenuProps } from './user-menu-list.tsx';

const UserMenuList = lazyComponent(
  () => import('./user-menu-list.tsx').then((part) => part.UserMenuList),
  openingMenu,
  'when drawn',
);

export function UserMenu(props: UserMenuProps) {
  return (
    <Menu
      label={`Account of ${props.name}`}
      icon="user"
      variant="quiet"
      align="end"
      face={<span className="max-w-40 truncate max-sm:sr-only">{props.name}</span>}
      list={(close) => <UserMenuList {...props} close={close} />}
    />
  );
}
