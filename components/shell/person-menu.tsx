'use client';

import { lazyComponent } from '../ui/browser/lazy-component.tsx';
import { Menu, openingMenu } from '../ui/overlay/menu.tsx';
import type { PersonMenuProps } from './person-list.tsx';

const PersonList = lazyComponent(
  () => import('./person-list.tsx').then((part) => part.PersonList),
  openingMenu,
  'when drawn',
);

export function PersonMenu(props: PersonMenuProps) {
  return (
    <Menu
      label={`Account of ${props.name}`}
      icon="user"
      variant="quiet"
      align="end"
      face={<span className="max-w-40 truncate max-sm:sr-only">{props.name}</span>}
      list={(close) => <PersonList {...props} close={close} />}
    />
  );
}
