'use client';

import { replaceParams } from '#components/ui/browser/address-params';
import { DateInput } from '#components/ui/input/date-input';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';
import { formatDate } from '#lib/format/dates';
import { comparePresets, type RequestedDates, type TwoDates } from './compare-period.ts';

type Props = { requested: RequestedDates; day: string; today: string; earliest?: string };

const own = 'own';

/** With other days the accounts differ, so an open row is closed. */
function put({ from, to }: TwoDates) {
  const params = new URLSearchParams(window.location.search);
  params.set('from', from);
  params.set('to', to);
  params.delete('holder');
  replaceParams(params);
}

/** The two days, as a preset or one by one. Days in the wrong order are swapped, with a notice. */
export function CompareBar({ requested, day, today, earliest = '' }: Props) {
  const { from, to, swapped, capped, raised } = requested;
  const known = comparePresets(day).filter((one) => one.from >= earliest);
  const current = known.find((one) => one.from === from && one.to === to);
  return (
    <div className="mb-4 print:hidden">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <Field label="Period" className="w-44">
          <Select
            value={current?.id ?? own}
            onChange={(event) => {
              const found = known.find(({ id }) => id === event.target.value);
              if (found) put(found);
            }}
            options={[
              ...known.map(({ id, label }) => ({ value: id, label })),
              ...(current ? [] : [{ value: own, label: 'Custom' }]),
            ]}
          />
        </Field>
        <Field label="From the close of" className="w-36">
          <DateInput
            value={from}
            min={earliest || undefined}
            max={today}
            onChange={(next) => next && put({ from: next, to })}
          />
        </Field>
        <Field label="To the close of" className="w-36">
          <DateInput
            value={to}
            min={earliest || undefined}
            max={today}
            onChange={(next) => next && put({ from, to: next })}
          />
        </Field>
      </div>
      <div role="status">
        {swapped && (
          <p className="mt-2 text-sm text-warning">
            The start date was after the end date, so the dates were swapped: from {formatDate(from)} to{' '}
            {formatDate(to)}.
          </p>
        )}
        {raised && (
          <p className="mt-2 text-sm text-warning">
            The books of this issuer begin on {formatDate(earliest)}, so that day is used instead.
          </p>
        )}
        {capped && (
          <p className="mt-2 text-sm text-warning">
            Dates after today are not available, so {formatDate(today)} is used instead.
          </p>
        )}
      </div>
    </div>
  );
}
