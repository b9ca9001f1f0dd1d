'use client';

import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { cn } from '../cn.ts';
import { controlClass } from './control-class.ts';
import { useEarlyInput } from './early-input.ts';
import { plainText } from './plain-text.ts';
import { useField } from './use-field.ts';

export type ComboboxItem = {
  id: string;
  label: string;
  note?: string;
  group?: string;
  /** Searched in addition to what is shown. */
  find?: string;
};

export type ComboboxProps = {
  label: string;
  items: readonly ComboboxItem[];
  /** Id of the chosen item, marked in the list. */
  value?: string;
  onSelect: (item: ComboboxItem) => void;
  placeholder?: string;
  /** Replaces the default match on label, note, id and `find`. */
  filter?: (item: ComboboxItem, query: string) => boolean;
  /** The typed text, when the caller controls it; then choosing does not clear it. */
  text?: string;
  onQuery?: (query: string) => void;
  /** The text that `items` were found for; while it differs from the typed text, Enter waits for the first option. */
  foundBy?: string;
  empty?: ReactNode;
  /** Takes the focus when its dialog opens. */
  autoFocus?: boolean;
  /** `always` keeps the list visible, for palettes and dialogs. */
  list?: 'on-type' | 'always';
  /** Most options shown at once; the number of others is announced. */
  limit?: number;
};

/** True when each typed word occurs in the item's label, note, id or `find`, ignoring accents and case. */
export function comboboxMatch(item: ComboboxItem, query: string) {
  const text = plainText(`${item.label} ${item.note ?? ''} ${item.id} ${item.find ?? ''}`);
  return plainText(query)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

type Group = { name: string | undefined; options: { item: ComboboxItem; index: number }[] };

/** Neighbors with the same group, in their order. */
function groupsOf(items: readonly ComboboxItem[]): Group[] {
  const groups: Group[] = [];
  for (const [index, item] of items.entries()) {
    if (index === 0 || item.group !== items[index - 1]?.group) groups.push({ name: item.group, options: [] });
    groups.at(-1)?.options.push({ item, index });
  }
  return groups;
}

const panelClass = {
  always: 'mt-2',
  'on-type': 'absolute inset-x-0 top-full z-30 mt-1 rounded-md border border-line bg-raised p-1 shadow-layer',
};

/** Editable combobox of the ARIA pattern: focus stays in the input, aria-activedescendant names the option. */
export function Combobox(props: ComboboxProps) {
  const { label, items, value, onSelect, placeholder, filter = comboboxMatch, text, onQuery } = props;
  const { autoFocus, list = 'on-type', limit = 50, foundBy, empty = 'No matches.' } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const query = text ?? typed;
  const wiring = useField();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [entered, setEntered] = useState(false);
  const [chosenLabel, setChosenLabel] = useState('');
  const isBehind = foundBy !== undefined && foundBy !== query;
  const found = useMemo(() => items.filter((item) => filter(item, query)), [items, filter, query]);
  const shown = found.slice(0, limit);
  const visible = list === 'always' || open;
  const isEmpty = visible && shown.length === 0;
  const at = Math.min(active, shown.length - 1);
  // By item, not by position: a screen reader hears of another first option only when the id changes.
  const optionId = (item: ComboboxItem) => `${id}-${encodeURIComponent(item.id)}`;

  const choose = (item: ComboboxItem | undefined) => {
    if (!item) return;
    setTyped('');
    setOpen(false);
    setActive(0);
    setChosenLabel(item.label);
    onSelect(item);
  };
  useEffect(() => {
    if (!entered || isBehind) return;
    setEntered(false);
    choose(shown[at]);
  });
  const changeText = (next: string, isFocused: boolean) => {
    setTyped(next);
    onQuery?.(next);
    setActive(0);
    setEntered(false);
    setChosenLabel('');
    setOpen(isFocused);
  };
  // The field may have been left before its code had loaded.
  const field = useEarlyInput<HTMLInputElement>((input) =>
    changeText(input.value, input === document.activeElement),
  );
  const move = (to: number) => {
    setOpen(true);
    setActive(to);
    const item = shown[to];
    if (item) document.getElementById(optionId(item))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = shown.length - 1;
    const targets: Record<string, number> = {
      ArrowDown: visible ? (at >= last ? 0 : at + 1) : at,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(last, at + 8),
      PageUp: Math.max(0, at - 8),
    };
    const target = targets[event.key];
    if (target !== undefined && last >= 0) {
      event.preventDefault();
      move(target);
    } else if (target !== undefined) {
      // The reason why there is nothing to choose is shown and announced.
      event.preventDefault();
      setOpen(true);
    } else if (event.key === 'Enter' && visible && isBehind && active === 0) {
      // The first option belongs to an earlier text: it could be the wrong item. One that was moved to is meant.
      event.preventDefault();
      setEntered(true);
    } else if (event.key === 'Enter' && visible && shown.length > 0) {
      event.preventDefault();
      choose(shown[at]);
    } else if (event.key === 'Escape' && open && list === 'on-type') {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  const activeItem = visible ? shown[at] : undefined;
  const option = ({ item, index }: Group['options'][number]) => (
    <Option
      key={item.id}
      id={optionId(item)}
      item={item}
      position={index + 1}
      total={found.length}
      active={index === at}
      chosen={item.id === value}
      // Without a value the active option is the selected one: "not selected" would be said of each.
      selected={value === undefined ? index === at : item.id === value}
      onPick={() => choose(item)}
    />
  );

  return (
    <div className="relative">
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={wiring.id ? undefined : label}
        {...wiring}
        aria-expanded={visible && !isEmpty}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={activeItem && optionId(activeItem)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus={autoFocus || undefined}
        placeholder={placeholder}
        value={query}
        onChange={({ target }) => changeText(target.value, true)}
        onClick={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          setEntered(false);
          setChosenLabel('');
        }}
        onKeyDown={onKeyDown}
        className={controlClass}
      />
      <div hidden={!visible || isEmpty} className={cn('max-h-80 overflow-auto', panelClass[list])}>
        <div id={`${id}-list`} role="listbox" aria-label={label}>
          {groupsOf(shown).map(({ name, options }, index) => {
            const key = `${id}-group-${index}`;
            return name === undefined ? (
              <Fragment key={key}>{options.map(option)}</Fragment>
            ) : (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
              <div key={key} role="group" aria-labelledby={key}>
                <div id={key} role="presentation" className="px-2 pt-2 pb-0.5 text-xs text-muted">
                  {name}
                </div>
                {options.map(option)}
              </div>
            );
          })}
        </div>
        {found.length > limit && (
          <p className="px-2 py-1 text-xs text-muted">{found.length - limit} more: type to narrow.</p>
        )}
      </div>
      {/* One live region for count, empty text and choice; the focus stays in the input, so nothing else is read. */}
      <div
        role="status"
        className={isEmpty ? cn('px-2 py-1 text-muted', panelClass[list]) : 'sr-only'}
        onMouseDown={(event) => event.preventDefault()}
      >
        {isEmpty
          ? empty
          : visible
            ? countText(query, found.length, limit)
            : chosenLabel && `${chosenLabel}, selected`}
      </div>
    </div>
  );
}

function countText(query: string, count: number, limit: number): string {
  if (query === '' && count <= limit) return '';
  const matches = `${count} ${count === 1 ? 'match' : 'matches'}`;
  return count > limit ? `${matches}, first ${limit} shown` : matches;
}

type OptionProps = {
  id: string;
  item: ComboboxItem;
  position: number;
  total: number;
  active: boolean;
  chosen: boolean;
  selected: boolean;
  onPick: () => void;
};

function Option({ id, item, position, total, active, chosen, selected, onPick }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles keys, by the combobox pattern
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-posinset={position}
      aria-setsize={total}
      data-active={active || undefined}
      data-chosen={chosen || undefined}
      // Keeps the focus in the input while the pointer picks.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      className="flex cursor-pointer justify-between gap-4 rounded px-2 py-1 data-active:bg-accent data-active:text-accent-ink data-chosen:font-medium"
    >
      <span className="min-w-0 break-words">{item.label}</span>
      {item.note && (
        <span className={cn('max-w-3/5 shrink-0 text-right', !active && 'text-muted')}>{item.note}</span>
      )}
    </div>
  );
}
