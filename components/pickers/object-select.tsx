import { SelectField } from '../form/fields.tsx';

type Props = {
  name: string;
  label: string;
  hint: string;
  issuer: number | null;
  rows: readonly { id: string; label: string }[] | undefined;
  error: string | null;
  /** Name of the objects for the empty state: 'meetings'. */
  noun: string;
  value: string;
  onChange: (value: string) => void;
};

/** Select for one of an issuer's objects. A number from the address stays selected, listed or not. */
export function ObjectSelect({ name, label, hint, issuer, rows, error, noun, value, onChange }: Props) {
  const listed = rows?.some((row) => row.id === value);
  const state =
    issuer === null
      ? 'Choose the issuer first'
      : error
        ? error
        : rows === undefined
          ? 'Loading…'
          : rows.length === 0
            ? `No ${noun} at this issuer`
            : 'Choose one';
  return (
    <SelectField
      name={name}
      label={label}
      hint={hint}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[
        ...(value ? [] : [{ value: '', label: state }]),
        ...(value && !listed ? [{ value, label: `Number ${value}` }] : []),
        ...(rows ?? []).map((row) => ({ value: row.id, label: row.label })),
      ]}
    />
  );
}
