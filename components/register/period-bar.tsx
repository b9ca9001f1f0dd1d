'use client';

import { type Period, presets } from '#lib/register/periods';
import { replaceParams } from '../ui/browser/address-params.ts';
import { DateInput } from '../ui/input/date-input.tsx';
import { Field } from '../ui/input/field.tsx';
import { Select } from '../ui/input/inputs.tsx';

type Props = {
  period: Period;
  /** The latest selectable day. */
  today: string;
  /** Further periods beside the presets. */
  more?: readonly (Period & { label: string })[];
};

const put = ({ from, to }: Period) => {
  const params = new URLSearchParams(window.location.search);
  params.set('from', from);
  params.set('to', to);
  replaceParams(params);
};

const chosen = (a: Period, b: Period) => a.from === b.from && a.to === b.to;
const own = 'own';

/** From and to, as `?from=&to=`: a preset or two days, both included. */
export function PeriodBar({ period, today, more = [] }: Props) {
  const known = [...presets(today), ...more];
  const current = known.find((one) => chosen(one, period));
  const pick = (label: string) => {
    const found = known.find((one) => one.label === label);
    if (found) put(found);
  };
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2 print:hidden">
      <Field label="Period" className="w-44 max-sm:w-full">
        <Select
          value={current?.label ?? own}
          onChange={(event) => pick(event.target.value)}
          options={[
            ...known.map(({ label }) => ({ value: label, label })),
            ...(current ? [] : [{ value: own, label: 'Custom' }]),
          ]}
        />
      </Field>
      <Field label="From" className="w-36 max-sm:w-[calc(50%-0.375rem)]">
        <DateInput
          value={period.from}
          max={period.to}
          onChange={(from) => from && put({ ...period, from })}
        />
      </Field>
      <Field label="To" className="w-36 max-sm:w-[calc(50%-0.375rem)]">
        <DateInput
          value={period.to}
          min={period.from}
          max={today}
          onChange={(to) => to && put({ ...period, to })}
        />
      </Field>
    </div>
  );
}
