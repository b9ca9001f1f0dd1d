'use client';

import { putParam } from '#components/ui/browser/address-params';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';

type Props = {
  types: readonly { code: string; title: string }[];
  current: string | null;
  hideLabel?: boolean;
};

/** Filter for one transaction type, as `?type=` with its letter. */
export const TypeFilter = ({ types, current, hideLabel = false }: Props) => (
  <Field label="Type" hideLabel={hideLabel} className="w-44 max-sm:w-full print:hidden">
    <Select
      value={current ?? ''}
      onChange={(event) => putParam('type', event.target.value || null)}
      options={[
        { value: '', label: 'All types' },
        ...types.map(({ code, title }) => ({ value: code, label: title })),
      ]}
    />
  </Field>
);
