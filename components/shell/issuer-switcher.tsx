'use client';

import { useState } from 'react';
import { lazyComponent } from '../ui/browser/lazy-component.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import type { ComboboxItem } from '../ui/input/combobox.tsx';

// Loaded at the first press: most visits never switch.
const IssuerList = lazyComponent(
  () => import('./issuer-list.tsx').then((part) => part.IssuerList),
  null,
  'when drawn',
);

export type IssuerSwitcherProps = {
  issuers: readonly ComboboxItem[];
  current?: ComboboxItem;
  /** The caller keeps the page and the as-of date. */
  onSelect: (issuer: ComboboxItem) => void;
};

const nameClass = 'font-medium max-sm:block max-sm:px-2 max-sm:py-0.5 sm:truncate';

/** As tall as the button or the name that follows: on a phone they have a line of their own above the page. */
export const IssuerPlaceholder = ({ isFixed }: { isFixed: boolean }) => (
  <span className={isFixed ? nameClass : buttonClass('quiet')} aria-hidden="true">
    <span className="skeleton inline-block h-4 w-40 rounded align-middle" />
  </span>
);

/** The current issuer; with several, a press opens the list. */
export function IssuerSwitcher({ issuers, current, onSelect }: IssuerSwitcherProps) {
  const [used, setUsed] = useState(false);
  const [open, setOpen] = useState(false);
  const name = current?.label ?? 'Choose an issuer';
  if (issuers.length < 2 && current) return <span className={nameClass}>{name}</span>;
  const show = () => {
    setUsed(true);
    setOpen(true);
  };
  return (
    <>
      <Button variant="quiet" onClick={show} aria-haspopup="dialog" className="max-w-full">
        <span className="min-w-0 max-sm:text-left max-sm:whitespace-normal sm:truncate">{name}</span>
        {current && <span className="text-sm font-normal text-muted">{current.id}</span>}
        <Icon name="chevronDown" className="size-3.5" />
      </Button>
      {used && (
        <IssuerList
          open={open}
          onClose={() => setOpen(false)}
          issuers={issuers}
          value={current?.id}
          onSelect={onSelect}
        />
      )}
    </>
  );
}
