// Obstacles of the last check by field, and a type-ahead field, for the item form.

'use client';

import {
  createContext,
  type FocusEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { BoundField } from '#components/form/fields';
import { Badge } from '#components/ui/badge';
import { cn } from '#components/ui/cn';
import { Combobox, type ComboboxItem, comboboxMatch } from '#components/ui/input/combobox';
import type { Tone } from '#lib/format/tone';
import type { Obstacle } from './use-item-check.ts';

/** Obstacles of the last check, for the fields they name. */
const Obstacles = createContext<readonly Obstacle[]>([]);
export const ObstaclesProvider = Obstacles.Provider;

export const toneOf = (effect: Obstacle['effect']): Tone =>
  effect === 'Refuses' ? 'danger' : effect === 'Holds' ? 'warning' : 'neutral';

/** What stands against one field. What is only missing so far is in the list beside the form. */
export function FieldObstacles({ path, className }: { path: string; className?: string }) {
  const found = useContext(Obstacles).filter(
    (one) => one.field === path && !one.isCleared && one.code !== 'incomplete',
  );
  if (found.length === 0) return null;
  return (
    <ul className={cn('flex flex-col gap-1 text-sm', className)}>
      {found.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of one answer never reorders
        <li key={index}>
          <Badge tone={toneOf(one.effect)}>{one.effect}</Badge> {one.message}
        </li>
      ))}
    </ul>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  className?: string;
  items: readonly ComboboxItem[];
  /** The typed text, and the ID of the item chosen with it. */
  text: string;
  chosen: string;
  onText: (text: string) => void;
  onChoose: (item: ComboboxItem) => void;
  empty?: string;
  placeholder?: string;
  /** A text that is in no list is an answer too. */
  isOpenList?: boolean;
  /** The items are not all there yet: Enter waits for them, and a field that was left is read again. */
  isLoading?: boolean;
  /** The last option for a typed text, for what is in no list, and what choosing it does. */
  other?: (typed: string) => string;
  onOther?: (typed: string) => void;
};

/**
 * A type-ahead field that keeps what was typed. Leaving it with a text that fits one item only chooses that item,
 * so that a practised user needs no further key.
 */
export function ChoiceField(props: ChoiceProps) {
  const { name, label, hint, required, className, items, text, chosen, onText, onChoose, isOpenList } = props;
  const { other, onOther, isLoading = false } = props;
  const [hasFocus, setFocus] = useState(false);
  const typedText = chosen ? '' : text.trim();
  const offered = useMemo(
    () =>
      other && !isLoading ? [...items, { id: otherId, label: other(typedText), find: typedText }] : items,
    [items, other, typedText, isLoading],
  );
  const settle = () => {
    const typed = text.trim();
    if (chosen || !typed || isOpenList || isLoading) return;
    const found = fittingItems(items, typed);
    if (found.length === 1 && found[0]) onChoose(found[0]);
  };
  const onBlur = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setFocus(false);
    settle();
  };
  // A field may be left before its items have loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they have
  useEffect(() => {
    if (!isLoading && !hasFocus) settle();
  }, [isLoading]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that the focus enters and leaves the field
    <div className={className} onFocus={() => setFocus(true)} onBlur={onBlur}>
      <BoundField name={name} label={label} hint={hint} required={required}>
        <Combobox
          label={label}
          // Long lists are searched only where the focus is.
          items={hasFocus ? offered : []}
          text={text}
          value={chosen || undefined}
          // A chosen text names its item: the whole list is offered again.
          filter={chosen && text ? everyItem : comboboxMatch}
          foundBy={isLoading ? `${text} ` : undefined}
          onQuery={onText}
          onSelect={(item) => (item.id === otherId ? onOther?.(typedText) : onChoose(item))}
          placeholder={props.placeholder}
          empty={props.empty}
        />
      </BoundField>
      <FieldObstacles path={name} />
    </div>
  );
}

const otherId = 'other';
const everyItem = () => true;

/** Items that a text stands for: that with this name or number, else those that begin with it, else those that have it. */
export function fittingItems(items: readonly ComboboxItem[], typed: string): readonly ComboboxItem[] {
  const text = typed.toLowerCase();
  const same = items.filter((item) => item.id === typed || item.label.toLowerCase() === text);
  if (same.length > 0) return same;
  const begun = items.filter((item) => item.label.toLowerCase().startsWith(text));
  return begun.length === 1 ? begun : items.filter((item) => comboboxMatch(item, typed));
}
