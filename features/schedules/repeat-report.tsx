'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#components/ui/button';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';
import { Link } from '#components/ui/link';
import type { ApiError } from '#lib/api/error';
import { addSchedule, type Schedule } from '#lib/api/schedules';
import type { ScheduleEvery } from '#lib/register/schedule-days';
import { routes } from '#lib/routes';
import { everyLabels } from './every-labels.ts';

/** Creates the report of a run again for each month end or record date. */
export function RepeatReport({ run, choices }: { run: string; choices: readonly ScheduleEvery[] }) {
  const client = useQueryClient();
  const [every, setEvery] = useState<ScheduleEvery>('month-end');
  const add = useMutation<Schedule, ApiError>({
    mutationFn: () => addSchedule({ run, every }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['schedules'] }),
  });
  if (choices.length === 0) return null;
  return (
    <div className="mt-4 print:hidden">
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Create again for" className="w-80 max-w-full">
          <Select
            value={every}
            onChange={(event) => setEvery(event.target.value as ScheduleEvery)}
            options={choices.map((value) => ({ value, label: everyLabels[value] }))}
          />
        </Field>
        <Button pending={add.isPending} onClick={() => !add.isSuccess && add.mutate()}>
          {add.isPending ? 'Scheduling…' : 'Schedule'}
        </Button>
      </div>
      <p className="mt-1 max-w-prose text-sm text-muted">
        With the same inputs, on the day after. The file is in Downloads, marked as scheduled.
      </p>
      {add.isSuccess && (
        <p role="status" className="mt-1">
          Scheduled. <Link href={routes.downloads()}>View scheduled reports</Link>
        </p>
      )}
      {add.error && (
        <p role="alert" className="mt-1 text-danger">
          {Object.values(add.error.fields ?? {})
            .flat()
            .join(' ') || add.error.message}
        </p>
      )}
    </div>
  );
}
