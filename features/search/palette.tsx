'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { Listed } from '#components/register/issuer-choice';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { recordNavigation } from '#components/ui/browser/pending-navigation';
import { commandKeyName, useCommandKey, useSequence, useShortcut } from '#components/ui/browser/shortcuts';
import { buttonClass } from '#components/ui/button-variant';
import { Icon } from '#components/ui/icons';
import { Kbd } from '#components/ui/kbd';
import { PressButton } from '#components/ui/press-button';
import type { Route } from '#lib/routes';
import type { Layer } from './palette-dialog.tsx';
import type { PaletteScope } from './palette-entries.ts';

const loadSearch = () => import('./palette-dialog.tsx').then((part) => part.PaletteDialog);
const loadKeys = () => import('./shortcut-list.tsx').then((part) => part.KeyList);
// Loaded at the first press: most visits open neither.
const PaletteDialog = lazyComponent(loadSearch, null, 'when drawn');
const KeyList = lazyComponent(loadKeys, null, 'when drawn');

type Props = {
  scope: PaletteScope;
  issuers: Promise<readonly Listed[]>;
  shown: Layer;
  onShow: (layer: Layer) => void;
  onToday: () => void;
};

/** The search button of the top bar and the shortcuts that work on every page. */
export function Palette({ scope, issuers, shown, onShow, onToday }: Props) {
  const router = useRouter();
  const [used, setUsed] = useState({ search: false, keys: false });
  if (shown && !used[shown]) setUsed({ ...used, [shown]: true });
  const [keyName, setKeyName] = useState('Ctrl K');
  useEffect(() => setKeyName(commandKeyName()), []);
  const warm = () => void loadSearch().catch(() => undefined);
  const close = () => onShow(null);

  useCommandKey(() => {
    const other = document.querySelector('dialog[open]');
    if (shown === 'search') close();
    else if (!other) onShow('search');
  }, warm);
  useShortcut('?', () => onShow('keys'));
  useSequence('g', (letter) => {
    const page = scope.nav.find((item) => item.letter === letter);
    if (!page) return false;
    recordNavigation(page.href);
    router.push(page.href as Route);
    return true;
  });

  return (
    <>
      <PressButton
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={warm}
        onFocus={warm}
        onClick={() => onShow('search')}
        className={buttonClass('secondary', 'sm')}
      >
        <Icon name="search" />
        <span className="max-md:sr-only">Search</span>
        <span className="pointer-coarse:hidden max-lg:hidden" aria-hidden="true">
          <Kbd>{keyName}</Kbd>
        </span>
      </PressButton>
      {used.search && (
        <PaletteDialog
          {...{ scope, issuers, onToday }}
          open={shown === 'search'}
          onClose={close}
          onShow={onShow}
        />
      )}
      {used.keys && <KeyList nav={scope.nav} open={shown === 'keys'} onClose={close} paletteKey={keyName} />}
    </>
  );
}
