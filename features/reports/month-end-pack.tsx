'use client';

import { useState } from 'react';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';
import { Section } from '#components/ui/text';
import { formatMonth } from '#lib/format/dates';
import { endedMonths, lastDayOf } from '#lib/register/packs/pack-parts';
import { CreatePack } from '../packs/index.ts';

const monthsShown = 24;

/** The pack of a month end: the last ended month, or the one whose end the page shows. */
export function MonthEndPack({
  issuer,
  asof,
  today,
}: {
  issuer: number;
  asof: string | null;
  today: string;
}) {
  const months = endedMonths(today, monthsShown);
  const shown = months.find((month) => lastDayOf(month) === asof);
  const [month, setMonth] = useState(shown ?? months[0] ?? '');
  return (
    <Section title="Month-end pack">
      <p className="mb-3 max-w-3xl text-muted">
        One archive (ZIP) as of the last day of a month: list of holders, labels, ownership, agent’s
        certificate, control book and transactions, with a list of digests. For a meeting or a dividend, open
        its page.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Month" className="w-48">
          <Select
            value={month}
            onChange={(event) => setMonth(event.target.value)}
            options={months.map((value) => ({ value, label: formatMonth(value) }))}
          />
        </Field>
        <CreatePack pack={{ kind: 'month-end', customerIssuerId: issuer, month }}>
          Create month-end pack
        </CreatePack>
      </div>
    </Section>
  );
}
