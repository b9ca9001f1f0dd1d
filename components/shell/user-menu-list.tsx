'use client';

import { useState } from 'react';
import { chooseRowHeight, type RowHeight, rowHeightOf } from '../ui/browser/row-height.ts';
import { chooseTheme, type Theme, themeOf } from '../ui/browser/theme.ts';
import type { MenuItem } from '../ui/overlay/menu-list.tsx';
import { MenuList } from '../ui/overlay/menu-list.tsx';

const themes: readonly { theme: Theme; label: string }[] = [
  { theme: 'light', label: 'Light' },
  { theme: 'dark', label: 'Dark' },
  { theme: 'system', label: 'System' },
];

const rowHeights: readonly { height: RowHeight; label: string }[] = [
  { height: 'standard', label: 'Standard' },
  { height: 'comfortable', label: 'Comfortable' },
];

/** Content of the user menu; loaded at the first press. */
export function UserMenuList(props: UserMenuProps & { close: () => void }) {
  const { name, detail, onSignOut, items = [], close } = props;
  const [theme, setTheme] = useState(() => themeOf(document.documentElement.dataset.theme));
  const [rows, setRows] = useState(() => rowHeightOf(document.documentElement.dataset.rows));
  return (
    <MenuList
      close={close}
      header={
        <>
          <p className="font-medium">{name}</p>
          {detail && <p className="text-sm text-muted">{detail}</p>}
        </>
      }
      items={[
        { kind: 'heading', label: 'Theme' },
        ...themes.map((one) => ({
          kind: 'choice' as const,
          label: one.label,
          checked: theme === one.theme,
          onSelect: () => {
            chooseTheme(one.theme);
            setTheme(one.theme);
          },
        })),
        { kind: 'heading', label: 'Table rows' },
        ...rowHeights.map((one) => ({
          kind: 'choice' as const,
          label: one.label,
          checked: rows === one.height,
          onSelect: () => {
            chooseRowHeight(one.height);
            setRows(one.height);
          },
        })),
        { kind: 'line' },
        ...items,
        { label: 'Sign out', onSelect: onSignOut },
      ]}
    />
  );
}

export type UserMenuProps = {
  name: string;
  /** E-mail or role, below the name. */
  detail?: string;
  onSignOut: () => void;
  /** More entries, e.g. links to help. */
  items?: readonly MenuItem[];
};
