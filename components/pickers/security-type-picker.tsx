'use client';

import { useQuery } from '@tanstack/react-query';
import { query } from '#lib/api/query';
import { SelectField } from '../form/fields.tsx';
import { securityTypeOptions } from './security-types.ts';

type Props = {
  name: string;
  label: string;
  /** Issuer whose classes are offered; null while none is chosen. */
  issuer: number | null;
  /** 'C', 'P-A', or '' for all. */
  value: string;
  onChange: (value: string) => void;
};

/** The classes of the issuer by which a report can be filtered. */
export function SecurityTypePicker({ name, label, issuer, value, onChange }: Props) {
  const { data } = useQuery({
    ...query('GetIssuerSecurityTypes', { CustomerIssuerId: issuer }),
    enabled: issuer !== null,
  });
  const { options, others } = securityTypeOptions(data ?? [], value);
  return (
    <SelectField
      name={name}
      label={label}
      hint={others.length > 0 ? `${others.join(', ')}: available only together with all others.` : undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={options}
    />
  );
}
