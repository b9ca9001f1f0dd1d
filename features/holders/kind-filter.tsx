'use client';

import { putParam } from '#components/ui/browser/address-params';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';
import { formatShares } from '#lib/format/shares';

type Props = { kinds: readonly { kind: string; count: number }[]; current: string | null };

/** The account types in use, as `?type=`. */
export function KindFilter({ kinds, current }: Props) {
  if (kinds.length < 2 && !current) return null;
  const known = kinds.some(({ kind }) => kind === current);
  return (
    <Field label="Type" hideLabel className="w-60 max-sm:w-full print:hidden">
      <Select
        value={current ?? ''}
        onChange={(event) => putParam('type', event.target.value || null)}
        options={[
          { value: '', label: 'All account types' },
          ...kinds.map(({ kind, count }) => ({ value: kind, label: `${kind} (${formatShares(count)})` })),
          ...(current && !known ? [{ value: current, label: `${current} (0)` }] : []),
        ]}
      />
    </Field>
  );
}
