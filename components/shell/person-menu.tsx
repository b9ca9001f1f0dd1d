'use client';

import { lazyComponent } from '@/components/ui/lazy-component';
import { Menu, type MenuItem, openingMenu } from '@/components/ui/menu';

const PersonList = lazyComponent(
  () => import('./person-list.tsx').then((part) => part.PersonList),
  openingMenu,
  'when drawn',
);

export type PersonMenuProps = {
  name: string;
  /** E-mail or role, below the name. */
  detail?: string;
  onSignOut: () => void;
  /** More entries, e.g. links to help. */
  items?: readonly MenuItem[];
};

export function PersonMenu(props: PersonMenuProps) {
  return (
    <Menu
      label={`Account of ${props.name}`}
      icon="person"
      look="quiet"
      align="end"
      face={<span className="max-w-40 truncate max-sm:sr-only">{props.name}</span>}
      list={(close) => <PersonList {...props} close={close} />}
    />
  );
}
