'use client';

import { putParam } from '../ui/browser/address-params.ts';
import { Field } from '../ui/input/field.tsx';
import { Select } from '../ui/input/inputs.tsx';
import type { Listed } from './issuer-choice.tsx';

type Props = { issuers: readonly Listed[]; issuer: Listed | null | undefined };

/** One issuer or all of a page across issuers, as `?issuer=`. */
export function IssuerFilter({ issuers, issuer }: Props) {
  return (
    <Field label="Issuer" className="w-72 max-sm:w-full">
      <Select
        value={issuer ? `${issuer.customerIssuerId}` : ''}
        onChange={(event) => putParam('issuer', event.target.value || null)}
        options={[
          { value: '', label: 'All issuers' },
          ...issuers.map((one) => ({
            value: `${one.customerIssuerId}`,
            label: `${one.name} (${one.customerIssuerId})`,
          })),
        ]}
      />
    </Field>
  );
}
