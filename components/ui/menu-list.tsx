'use client';

import type { ReactNode } from 'react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { cn } from './cn.ts';
import { Icon } from './icons.tsx';
import type { LinkProps } from './link.tsx';
import { Link } from './link.tsx';

const itemLook =
  'flex w-full items-center gap-2 rounded px-2 py-1 text-left text-base no-underline hover:bg-sunken focus:bg-sunken focus:outline-none disabled:text-muted disabled:opacity-60';

/** The item a key moves to, or null when the menu does not handle the key. */
export function menuTarget(key: string, at: number, labels: readonly string[]): number | null {
  const count = labels.length;
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at + count - 1 + (at < 0 ? 1 : 0)) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return null;
  for (let step = 1; step <= count; step += 1) {
    const index = (at + step + count) % count;
    if (labels[index]?.toLowerCase().startsWith(key.toLowerCase())) return index;
  }
  return null;
}

const itemsIn = (panel: HTMLElement) =>
  [...panel.querySelectorAll<HTMLElement>('[role^="menuitem"]')].filter((item) => !item.matches(':disabled'));

function onMenuKey(event: KeyboardEvent<HTMLDivElement>) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const items = itemsIn(event.currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const target = menuTarget(
    event.key,
    at,
    items.map((item) => item.textContent ?? ''),
  );
  if (target === null) return;
  event.preventDefault();
  items[target]?.focus();
}

function Item({ item, close }: { item: MenuItem; close: () => void }) {
  if (item.kind === 'line') return <hr className="my-1 border-line" />;
  if (item.kind === 'heading') {
    return (
      <div role="presentation" className="px-2 pt-1 text-xs text-muted">
        {item.label}
      </div>
    );
  }
  if (item.kind === 'link') {
    return (
      <Link role="menuitem" tabIndex={-1} href={item.href} className={itemLook} onClick={close}>
        {item.label}
        {item.note && <span className="ml-auto pl-4 text-xs text-muted">{item.note}</span>}
      </Link>
    );
  }
  const ticked = item.kind === 'check' || item.kind === 'choice';
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: aria-checked is set only on the two checkable roles
    <button
      type="button"
      role={
        item.kind === 'check' ? 'menuitemcheckbox' : item.kind === 'choice' ? 'menuitemradio' : 'menuitem'
      }
      aria-checked={ticked ? item.checked : undefined}
      tabIndex={-1}
      disabled={'disabled' in item ? item.disabled : undefined}
      className={itemLook}
      onClick={() => {
        item.onSelect();
        // Stays open, so that several columns can be changed in a row.
        if (!ticked) close();
      }}
    >
      {ticked && <Icon name="check" className={cn('size-3.5', !item.checked && 'invisible')} />}
      {item.label}
      {'note' in item && item.note && <span className="ml-auto pl-4 text-xs text-muted">{item.note}</span>}
    </button>
  );
}

/**
 * The open menu: the first item has the focus; arrows, Home, End and first letters move it; checkable items
 * keep it open.
 */
export function MenuList({ items, header, close }: MenuListProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (panel.current) itemsIn(panel.current)[0]?.focus();
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble here from the menu items
    <div ref={panel} onKeyDown={onMenuKey} className="min-w-44 p-1">
      {header && (
        <div role="presentation" className="mb-1 border-b border-line px-2 pt-1 pb-2">
          {header}
        </div>
      )}
      {items.map((item, index) => (
        <Item
          // biome-ignore lint/suspicious/noArrayIndexKey: separators and headings have no id
          key={index}
          item={item}
          close={close}
        />
      ))}
    </div>
  );
}

export type MenuItem =
  | { kind?: 'action'; label: string; onSelect: () => void; disabled?: boolean; note?: ReactNode }
  | { kind: 'link'; label: string; href: LinkProps['href']; note?: ReactNode }
  | { kind: 'check'; label: string; checked: boolean; onSelect: () => void; disabled?: boolean }
  | { kind: 'choice'; label: string; checked: boolean; onSelect: () => void }
  | { kind: 'heading'; label: string }
  | { kind: 'line' };
export type MenuListProps = {
  items: readonly MenuItem[];
  /** Shown above the items, not reachable by the menu's keys. */
  header?: ReactNode;
  close: () => void;
};
