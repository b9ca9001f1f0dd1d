'use client';

import { useState } from 'react';
import { type Again, rerunUrl } from '#components/register/rerun-url';
import { LinkButton } from '#components/ui/button';
import { DateInput } from '#components/ui/date-input';
import { Field } from '#components/ui/field';
import type { Run } from '#lib/api/runs';

/** Opens the form of the same report for another day, with the other inputs unchanged. */
export function AnotherDay({ again, run, today }: { again: Again; run: Run; today: string }) {
  const [day, setDay] = useState(run.asOf ?? today);
  return (
    <div className="mt-4 flex flex-wrap items-end gap-2 print:hidden">
      <Field label="Run again as of" className="w-56">
        <DateInput value={day} max={today} onChange={(date) => setDay(date || today)} />
      </Field>
      <LinkButton href={rerunUrl(again, run, day)}>Open report form</LinkButton>
    </div>
  );
}
