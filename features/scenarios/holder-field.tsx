import { useState } from 'react';
import { Combobox, type ComboboxItem } from '#components/ui/input/combobox';
import { Field } from '#components/ui/input/field';

/** The holders of the register, for a list to choose from. */
export type HolderItems = readonly ComboboxItem[];

type Props = {
  label: string;
  /** What an empty field means. */
  all: string;
  holders: HolderItems;
  value: string;
  onChange: (holder: string) => void;
};

/** In place of a holder while the typed text is none: the step then says so, and does not take all. */
const unchosen = '?';

/** One holder of the register; empty stands for all. */
export function HolderField({ label, all, holders, value, onChange }: Props) {
  const chosen = holders.find(({ id }) => id === value);
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? chosen?.label ?? '';
  return (
    <Field
      label={label}
      hint={text === '' ? all : chosen?.note}
      error={text !== '' && !chosen ? 'Choose a holder of the list, or leave it empty for all.' : null}
    >
      <Combobox
        label={label}
        items={holders}
        text={text}
        value={chosen?.id}
        placeholder="All holders"
        onQuery={(next) => {
          setTyped(next);
          onChange(next.trim() === '' ? '' : unchosen);
        }}
        onSelect={({ id }) => {
          setTyped(null);
          onChange(id);
        }}
        empty="No holder matches."
      />
    </Field>
  );
}
