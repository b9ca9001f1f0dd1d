'use client';

import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { cn } from './cn.ts';
import { useField } from './field.tsx';
import { controlLook } from './inputs.tsx';
import { plainText } from './plain-text.ts';

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
  filter?: (item: ComboboxItem, words: string) => boolean;
  /** The typed text, when the caller controls it; then choosing does not clear it. */
  text?: string;
  onQuery?: (words: string) => void;
  /** The text that `items` were found for; while it differs from the typed text, Enter waits. */
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
export function comboboxMatch(item: ComboboxItem, words: string) {
  const text = plainText(`${item.label} ${item.note ?? ''} ${item.id} ${item.find ?? ''}`);
  return plainText(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Editable combobox of the ARIA pattern: focus stays in the input, aria-activedescendant names the option. */
export function Combobox(props: ComboboxProps) {
  const { label, items, value, onSelect, placeholder, filter = comboboxMatch, text, onQuery, empty } = props;
  const { autoFocus, list = 'on-type', limit = 50, foundBy } = props;
  const id = useId();
  const listRef = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const words = text ?? typed;
  const wiring = useField();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [entered, setEntered] = useState(false);
  const isBehind = foundBy !== undefined && foundBy !== words;
  const found = useMemo(() => items.filter((item) => filter(item, words)), [items, filter, words]);
  const shown = found.slice(0, limit);
  const visible = list === 'always' || open;
  const at = Math.min(active, shown.length - 1);

  const choose = (item: ComboboxItem | undefined) => {
    if (!item) return;
    setTyped('');
    setOpen(false);
    setActive(0);
    onSelect(item);
  };
  useEffect(() => {
    if (!entered || isBehind) return;
    setEntered(false);
    choose(shown[at]);
  });
  const move = (to: number) => {
    setOpen(true);
    setActive(to);
    listRef.current?.querySelector(`#${CSS.escape(`${id}-${to}`)}`)?.scrollIntoView({ block: 'nearest' });
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
    } else if (event.key === 'Enter' && visible && isBehind) {
      // The options belong to an earlier text: choosing one now could choose the wrong item.
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

  return (
    <div className="relative">
      <input
        type="text"
        role="combobox"
        aria-label={wiring.id ? undefined : label}
        {...wiring}
        aria-expanded={visible}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={visible && shown[at] ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        data-autofocus={autoFocus || undefined}
        placeholder={placeholder}
        value={words}
        onChange={(event) => {
          setTyped(event.target.value);
          onQuery?.(event.target.value);
          setActive(0);
          setEntered(false);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          setEntered(false);
        }}
        onKeyDown={onKeyDown}
        className={controlLook}
      />
      <div
        ref={listRef}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!visible}
        className={cn(
          'max-h-80 overflow-auto',
          list === 'always'
            ? 'mt-2'
            : 'absolute inset-x-0 top-full z-30 mt-1 rounded-md border border-line bg-raised p-1 shadow-layer',
        )}
      >
        {shown.map((item, index) => (
          <Option
            key={item.id}
            id={`${id}-${index}`}
            item={item}
            heading={item.group !== shown[index - 1]?.group ? item.group : undefined}
            active={index === at}
            chosen={item.id === value}
            onPick={() => choose(item)}
          />
        ))}
        {shown.length === 0 && <p className="px-2 py-1 text-muted">{empty ?? 'No matches.'}</p>}
        {found.length > limit && (
          <p className="px-2 py-1 text-xs text-muted">{found.length - limit} more: type to narrow.</p>
        )}
      </div>
      <p role="status" className="sr-only">
        {visible && words ? `${found.length} ${found.length === 1 ? 'match' : 'matches'}` : ''}
      </p>
    </div>
  );
}

function Option(props: {
  id: string;
  item: ComboboxItem;
  heading?: string;
  active: boolean;
  chosen: boolean;
  onPick: () => void;
}) {
  const { id, item, heading, active, chosen, onPick } = props;
  return (
    <>
      {heading && (
        <div role="presentation" className="px-2 pt-2 pb-0.5 text-xs text-muted">
          {heading}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input handles keys, by the combobox pattern */}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={chosen}
        data-active={active || undefined}
        // Keeps the focus in the input while the pointer picks.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onPick}
        className="flex cursor-pointer justify-between gap-4 rounded px-2 py-1 aria-selected:font-medium data-active:bg-accent data-active:text-accent-ink"
      >
        <span className="min-w-0 break-words">{item.label}</span>
        {item.note && (
          <span className={cn('max-w-3/5 shrink-0 text-right', !active && 'text-muted')}>{item.note}</span>
        )}
      </div>
    </>
  );
}
