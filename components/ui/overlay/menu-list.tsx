'use client';

import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { cn } from '../cn.ts';
import { Icon } from '../icons.tsx';
import type { LinkProps } from '../link.tsx';
import { Link } from '../link.tsx';

const itemClass =
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

function onMenuKey(event: KeyboardEvent<HTMLDivElement>, close: () => void) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // The browser then moves on from the button: an open menu without the focus cannot be operated.
  if (event.key === 'Tab') return close();
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

type Choosable = Exclude<MenuItem, { kind: 'heading' | 'line' }>;

function Item({ item, describedBy, close }: { item: Choosable; describedBy?: string; close: () => void }) {
  if (item.kind === 'link') {
    return (
      <Link
        role="menuitem"
        tabIndex={-1}
        href={item.href}
        aria-describedby={describedBy}
        className={itemClass}
        onClick={close}
      >
        {item.label}
        {item.note && <Note>{item.note}</Note>}
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
      aria-describedby={describedBy}
      tabIndex={-1}
      disabled={'disabled' in item ? item.disabled : undefined}
      className={itemClass}
      onClick={() => {
        item.onSelect();
        // Stays open, so that several columns can be changed in a row.
        if (!ticked) close();
      }}
    >
      {ticked && <Icon name="check" className={cn('size-3.5', !item.checked && 'invisible')} />}
      {item.label}
      {'note' in item && item.note && <Note>{item.note}</Note>}
    </button>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <span className="ml-auto pl-4 text-xs text-muted">{children}</span>
);

type MenuGroup = { heading?: string; line: boolean; items: Choosable[] };

/** A heading and the items up to the next heading or line form a group; a line starts a group without heading. */
function groupsOf(items: readonly MenuItem[]): MenuGroup[] {
  const groups: MenuGroup[] = [];
  for (const item of items) {
    if (item.kind === 'heading') groups.push({ heading: item.label, line: false, items: [] });
    else if (item.kind === 'line') groups.push({ line: true, items: [] });
    else {
      if (groups.length === 0) groups.push({ line: false, items: [] });
      groups.at(-1)?.items.push(item);
    }
  }
  return groups;
}

/**
 * The open menu: the first item has the focus; arrows, Home, End and first letters move it; checkable items
 * keep it open. Screen readers read the heading of a group with its first item, and the header with the first.
 */
export function MenuList({ items, header, close }: MenuListProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (panel.current) itemsIn(panel.current)[0]?.focus();
  }, []);
  const groups = groupsOf(items);
  const first = groups.find((group) => group.items.length > 0)?.items[0];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble here from the menu items
    <div ref={panel} onKeyDown={(event) => onMenuKey(event, close)} className="min-w-44 p-1">
      {header && (
        <div id={`${id}-header`} role="presentation" className="mb-1 border-b border-line px-2 pt-1 pb-2">
          {header}
        </div>
      )}
      {groups.map((group, at) => {
        const content = group.items.map((item, index) => (
          <Item
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no id
            key={index}
            item={item}
            describedBy={header && item === first ? `${id}-header` : undefined}
            close={close}
          />
        ));
        const key = `${id}-${at}`;
        return (
          <Fragment key={key}>
            {group.line && <hr className="my-1 border-line" />}
            {group.heading === undefined ? (
              content
            ) : (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
              <div role="group" aria-labelledby={key}>
                <div id={key} role="presentation" className="px-2 pt-1 text-xs text-muted">
                  {group.heading}
                </div>
                {content}
              </div>
            )}
          </Fragment>
        );
      })}
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
