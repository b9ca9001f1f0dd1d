'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { DateField, RadioField } from '#components/form/fields';
import { Form, type FormFailure } from '#components/form/form';
import { DayPresets, PeriodPresets } from '#components/schema-form/day-presets';
import { replaceParams } from '#components/ui/browser/address-params';
import { LinkButton } from '#components/ui/button';
import { PageHeader } from '#components/ui/text';
import { beginBatch } from '#lib/api/batches';
import type { ApiError } from '#lib/api/error';
import { formatDate } from '#lib/format/dates';
import { routes } from '#lib/routes';
import { type BatchReport, batchRequests, planParams, readPlan } from './batch-plan.ts';
import { Choices } from './choices.tsx';

type Props = {
  reports: readonly BatchReport[];
  issuers: readonly { customerIssuerId: number; name: string }[];
  lists: boolean;
  today: string;
};

const itemsMax = 200;
const settleMs = 250;

/** Several reports, or one for several issuers, as one archive with a list of its contents. */
export function NewBatchView({ reports, issuers, lists, today }: Props) {
  const router = useRouter();
  const params = useSearchParams();
  const client = useQueryClient();
  const leaving = useRef(false);
  const [missing, setMissing] = useState<FormFailure | null>(null);
  const [plan, setPlan] = useState(() =>
    readPlan(
      new URLSearchParams(params),
      { issuers: issuers.map((one) => one.customerIssuerId), reports },
      today,
    ),
  );
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!leaving.current) replaceParams(new URLSearchParams(planParams(plan, today)));
    }, settleMs);
    return () => clearTimeout(timer);
  }, [plan, today]);

  const begin = useMutation<string, ApiError, Parameters<typeof beginBatch>[0]>({
    mutationFn: beginBatch,
    onSuccess: async (batch) => {
      leaving.current = true;
      await client.invalidateQueries({ queryKey: ['batches'] });
      router.push(routes.batch(batch));
    },
  });
  const chosen = reports.filter(({ slug }) => plan.reports.includes(slug));
  const dated = chosen.some(({ spec }) => spec.asOfField !== null);
  const ranged = chosen.some(({ spec }) => spec.fields.some(({ period }) => period !== null));
  const count = plan.issuers.length * chosen.length;
  const files = count === 1 ? '1 file' : `${count} files`;

  const make = () => {
    const fields: Record<string, string> = {};
    if (plan.issuers.length === 0) fields.issuers = 'Select at least one issuer.';
    if (chosen.length === 0) fields.reports = 'Select at least one report.';
    if (ranged && plan.from > plan.to) fields.to = 'The end date is before the start date.';
    if (count > itemsMax)
      fields.reports = `An archive can have at most ${itemsMax} files. You selected ${count}.`;
    if (Object.keys(fields).length > 0) {
      setMissing({
        code: 'incomplete',
        message: 'Check the highlighted fields.',
        fields,
      });
      return;
    }
    setMissing(null);
    begin.mutate(batchRequests(plan, reports, today));
  };
  const shown = missing ?? begin.error;
  const text = (name: string) => {
    const text = shown?.fields?.[name];
    return typeof text === 'string' ? text : text?.join(' ');
  };

  return (
    <>
      <PageHeader
        kicker="New archive"
        title="Create several reports (ZIP)"
        description="Each report is created separately. The archive lists every file with its inputs and digest, and the reports that failed."
      />
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Form
          className="max-w-3xl"
          pending={begin.isPending || begin.isSuccess}
          error={shown}
          onSubmit={make}
          submit="Create archive"
          pendingLabel="Creating…"
          labels={{ issuers: 'Issuers', reports: 'Reports', to: 'To' }}
          aside={
            <LinkButton variant="quiet" href={routes.reports()}>
              Cancel
            </LinkButton>
          }
        >
          {issuers.length > 1 && (
            <Choices
              title="Issuers"
              error={text('issuers')}
              items={issuers.map((one) => ({
                id: one.customerIssuerId,
                label: one.name,
                note: `${one.customerIssuerId}`,
              }))}
              chosen={plan.issuers}
              onChange={(list) => setPlan((now) => ({ ...now, issuers: list }))}
            />
          )}
          <Choices
            title="Reports"
            error={text('reports')}
            items={reports.map(({ slug, title, spec }) => ({
              id: slug,
              label: title,
              note: spec.asOfField
                ? 'As of a date'
                : spec.fields.some(({ period }) => period)
                  ? 'For a period'
                  : 'Current',
            }))}
            chosen={plan.reports}
            onChange={(list) => setPlan((now) => ({ ...now, reports: list }))}
          />
          {dated && (
            <div>
              <DateField
                name="asof"
                label="As of"
                value={plan.asof}
                max={today}
                onChange={(asof) => setPlan((now) => ({ ...now, asof: asof || today }))}
                className="max-w-md"
              />
              <DayPresets
                value={plan.asof}
                today={today}
                onChange={(asof) => setPlan((now) => ({ ...now, asof }))}
                issuer={lists && plan.issuers.length === 1 ? (plan.issuers[0] ?? null) : null}
              />
            </div>
          )}
          {ranged && (
            <div>
              <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
                {(['from', 'to'] as const).map((end) => (
                  <DateField
                    key={end}
                    name={end}
                    label={end === 'from' ? 'From' : 'To'}
                    value={plan[end]}
                    max={today}
                    onChange={(date) => setPlan((now) => ({ ...now, [end]: date || today }))}
                  />
                ))}
              </div>
              <PeriodPresets
                from={plan.from}
                to={plan.to}
                today={today}
                onChange={(period) => setPlan((now) => ({ ...now, ...period }))}
              />
            </div>
          )}
          <RadioField
            name="isPDF"
            label="Format"
            options={[
              { value: 'false', label: 'Excel', hint: 'For calculations. Labels are always PDF.' },
              { value: 'true', label: 'PDF', hint: 'For reading and printing.' },
            ]}
            value={`${plan.isPDF}`}
            onChange={(value) => setPlan((now) => ({ ...now, isPDF: value === 'true' }))}
          />
        </Form>
        <aside
          aria-label="Preview"
          className="self-start border-t border-rule bg-sunken/60 px-4 py-3 lg:sticky lg:top-4"
        >
          <h2 className="font-title text-lg">Preview</h2>
          <div role="status" className="mt-1 flex flex-col gap-2">
            <p>
              {count === 0
                ? 'Select issuers and reports.'
                : `${files} in one ZIP archive, with a list of files.`}
            </p>
            {dated && <p>As of {formatDate(plan.asof)}.</p>}
            {ranged && (
              <p>
                From {formatDate(plan.from)} to {formatDate(plan.to)}.
              </p>
            )}
          </div>
          <p className="mt-2 text-sm text-muted">
            Three reports are created at a time. You can leave this page. The archive will be in Downloads.
          </p>
        </aside>
      </div>
    </>
  );
}
