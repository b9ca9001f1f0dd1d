'use client';

import { createContext, type FocusEvent, type ReactNode, useContext, useState } from 'react';
import { BoundField } from '#components/form/fields';
import { Badge } from '#components/ui/badge';
import { Combobox, type ComboboxItem, comboboxMatch } from '#components/ui/input/combobox';
import type { Tone } from '#lib/format/tone';
import type { Obstacle } from './use-item-check.ts';

/** Obstacles of the last check, for the fields they name. */
const Obstacles = createContext<readonly Obstacle[]>([]);
export const ObstaclesProvider = Obstacles.Provider;

export const toneOf = (effect: Obstacle['effect']): Tone =>
  effect === 'Refuses' ? 'danger' : effect === 'Holds' ? 'warning' : 'neutral';

/** What stands against one field. What is only missing so far is in the list beside the form. */
export function FieldObstacles({ path }: { path: string }) {
  const found = useContext(Obstacles).filter(
    (one) => one.field === path && !one.isCleared && one.code !== 'incomplete',
  );
  if (found.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-sm">
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
};

/**
 * A type-ahead field that keeps what was typed. Leaving it with a text that fits one item only chooses that item,
 * so that a practised user needs no further key.
 */
export function ChoiceField(props: ChoiceProps) {
  const { name, label, hint, required, className, items, text, chosen, onText, onChoose, isOpenList } = props;
  const [hasFocus, setFocus] = useState(false);
  const onBlur = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setFocus(false);
    const typed = text.trim();
    if (chosen || !typed || isOpenList) return;
    const same = items.filter(
      (item) => item.id === typed || item.label.toLowerCase() === typed.toLowerCase(),
    );
    const found = same.length > 0 ? same : items.filter((item) => comboboxMatch(item, typed));
    if (found.length === 1 && found[0]) onChoose(found[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that the focus enters and leaves the field
    <div className={className} onFocus={() => setFocus(true)} onBlur={onBlur}>
      <BoundField name={name} label={label} hint={hint} required={required}>
        <Combobox
          label={label}
          // Long lists are searched only where the focus is.
          items={hasFocus ? items : []}
          text={text}
          value={chosen || undefined}
          // A chosen text names its item: the whole list is offered again.
          filter={chosen && text ? everyItem : comboboxMatch}
          onQuery={onText}
          onSelect={onChoose}
          placeholder={props.placeholder}
          empty={props.empty}
        />
      </BoundField>
      <FieldObstacles path={name} />
    </div>
  );
}

const everyItem = () => true;
