import { SelectField } from '../form/fields.tsx';

export type IssuerChoice = { customerIssuerId: number; name: string };

type Props = {
  name: string;
  label: string;
  issuers: readonly IssuerChoice[];
  /** Digits of the issuer's id, the value for all issuers, or ''. */
  value: string;
  /** The value for all issuers, where a report may cover all. */
  every?: string;
  onChange: (value: string) => void;
};

/** One of the issuers the user may see; found by typing its first letters. */
export function IssuerPicker({ name, label, issuers, value, every, onChange }: Props) {
  return (
    <SelectField
      name={name}
      label={label}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[
        ...(value ? [] : [{ value: '', label: 'Choose an issuer' }]),
        ...(every ? [{ value: every, label: 'All issuers' }] : []),
        ...issuers.map((issuer) => ({
          value: `${issuer.customerIssuerId}`,
          label: `${issuer.name} (${issuer.customerIssuerId})`,
        })),
      ]}
    />
  );
}
