import { SelectField } from '@/components/form/fields';

type Props = {
  name: string;
  label: string;
  hint: string;
  issuer: number | null;
  rows: readonly { id: string; label: string }[] | undefined;
  error: string | null;
  /** What there may be none of: 'meetings'. */
  noun: string;
  value: string;
  onChange: (value: string) => void;
};

/** One of an issuer's few objects. A number that came from the address stays chosen, listed or not. */
export function ObjectSelect({ name, label, hint, issuer, rows, error, noun, value, onChange }: Props) {
  const listed = rows?.some((row) => row.id === value);
  const state =
    issuer === null
      ? 'Choose the issuer first'
      : error
        ? error
        : rows === undefined
          ? 'Looking…'
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
