'use client';

import { useEffect, useState } from 'react';
import { Menu, type MenuItem } from '@/components/ui/menu';
import { chooseTheme, type Theme, themeOf } from '@/components/ui/theme';

export type PersonMenuProps = {
  name: string;
  /** E-mail or role, below the name. */
  detail?: string;
  onSignOut: () => void;
  /** More entries, e.g. links to help. */
  items?: readonly MenuItem[];
};

const themes: readonly { theme: Theme; label: string }[] = [
  { theme: 'light', label: 'Light' },
  { theme: 'dark', label: 'Dark' },
  { theme: 'system', label: 'As the system' },
];

export function PersonMenu({ name, detail, onSignOut, items = [] }: PersonMenuProps) {
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => setTheme(themeOf(document.documentElement.dataset.theme)), []);
  return (
    <Menu
      label={`Account of ${name}`}
      icon="person"
      look="quiet"
      align="end"
      face={<span className="max-w-40 truncate max-sm:sr-only">{name}</span>}
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
        { kind: 'line' },
        ...items,
        { label: 'Sign out', onSelect: onSignOut },
      ]}
    />
  );
}
