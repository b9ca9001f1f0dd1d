import { SelectField } from '@/components/form/fields';

export type IssuerChoice = { customerIssuerId: number; name: string };

type Props = {
  name: string;
  label: string;
  issuers: readonly IssuerChoice[];
  /** Digits of the issuer's id, or ''. */
  value: string;
  onChange: (value: string) => void;
};

/** One issuer of those the person may see; typing its first letters finds it. */
export function IssuerPicker({ name, label, issuers, value, onChange }: Props) {
  return (
    <SelectField
      name={name}
      label={label}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[
        ...(value ? [] : [{ value: '', label: 'Choose an issuer' }]),
        ...issuers.map((issuer) => ({
          value: `${issuer.customerIssuerId}`,
          label: `${issuer.name} (${issuer.customerIssuerId})`,
        })),
      ]}
    />
  );
}
