'use client';

import type { ReactNode } from 'react';
import { QueryPlaceholder } from '#components/data/query-result';
import { DateField, RadioField, SelectField, TextField } from '#components/form/fields';
import type { Choices, HolderRecord } from '#components/holder-record/holder-draft';
import type { HolderChoices } from '#components/holder-record/holder-fields';
import { ErrorPanel, type ShownError } from '#components/ui/states';
import type { Capacity } from '#lib/register/capacity';
import { AvailableToIssue } from './available-to-issue.tsx';
import { type ClassChoice, type IssuanceDraft, totalOf } from './issuance-draft.ts';
import { IssueHolder } from './issue-holder.tsx';
import { IssueLines } from './issue-lines.tsx';
import { NewIssuer } from './new-issuer.tsx';

type Props = {
  draft: IssuanceDraft;
  onChange: (change: (draft: IssuanceDraft) => IssuanceDraft) => void;
  classes: readonly ClassChoice[];
  chosen: ClassChoice | null;
  capacity: Capacity | undefined;
  record: HolderRecord | null;
  reading: boolean;
  missing: boolean;
  /** State of loading the classes and their balances. */
  unread: { error: ShownError | null; isFetching: boolean; retry: () => void; cancel: () => void } | null;
  issuer: number;
  /** Name of the registry's time zone. */
  zone: string;
  choices: HolderChoices & { restrictions: Choices; forms: Choices };
};

/** What is issued, to whom, and from when; updates the shares available to issue. */
export function IssueFields(props: Props) {
  const { draft, onChange, classes, chosen, capacity, unread, choices, zone } = props;
  const { values } = draft;
  const set = (name: string, value: string) =>
    onChange((now) => ({ ...now, values: { ...now.values, [name]: value } }));
  const text = (name: string) => ({
    value: values[name] ?? '',
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-8">
        {unread?.error && !unread.isFetching && (
          <ErrorPanel
            error={unread.error}
            title="Classes and balances could not be loaded"
            onRetry={unread.retry}
          />
        )}
        {unread && (!unread.error || unread.isFetching) && (
          <QueryPlaceholder {...unread} error={null} waiting="Loading classes…" lines={1} />
        )}
        <Part title="Shares">
          <SelectField
            name="securityType"
            label="Class"
            required
            className="max-w-sm"
            value={chosen?.name ?? ''}
            onChange={(event) => set('class', event.target.value)}
            options={[
              ...(chosen ? [] : [{ value: '', label: 'Choose a class' }]),
              ...classes.map(({ name, requested }) => ({
                value: name,
                label: requested ? name : `${name} (not available)`,
                disabled: !requested,
              })),
            ]}
          />
          <IssueLines {...{ draft, onChange }} restrictions={choices.restrictions} />
          <RadioField
            name="certificateType"
            label="Form"
            value={values.certificateType}
            onChange={(value) => set('certificateType', value)}
            options={choices.forms}
          />
        </Part>
        <Part title="Holder">
          <IssueHolder {...props} set={set} />
        </Part>
        <Part title="Dates">
          <div className="grid gap-4 sm:grid-cols-2">
            <DateField
              name="effectiveDate"
              label="Effective date"
              hint="The shares count from this date. If it is after today, the issuance is pending until then."
              required
              value={values.effectiveDate ?? ''}
              onChange={(date) => set('effectiveDate', date)}
            />
            <DateField
              name="processDate"
              label={`Process date (${zone})`}
              hint="The posting date, usually today. It does not change the effective date."
              required
              value={values.processDate ?? ''}
              onChange={(date) => set('processDate', date)}
            />
          </div>
          <p className="text-xs text-muted">
            The registry records the received date itself: the day the request reaches it.
          </p>
        </Part>
        <Part title="Other details">
          <TextField
            name="chargeAmount"
            label="Charge"
            hint="Amount to invoice in dollars and cents. 0 for none."
            inputMode="decimal"
            className="max-w-xs"
            {...text('chargeAmount')}
          />
          <TextField
            name="comments"
            label="Comments"
            hint="Saved with the transaction."
            maxLength={4000}
            {...text('comments')}
          />
          <details open={Boolean(values.lotDate || values.lotCost) || undefined}>
            <summary className="cursor-pointer text-sm">Tax lot: acquisition date and cost</summary>
            <div className="mt-3 grid gap-4 sm:grid-cols-2">
              <DateField
                name="TaxLots[0].acquisitionDate"
                label="Acquired on"
                hint="One lot for all shares. If empty, the registry applies its default."
                value={values.lotDate ?? ''}
                onChange={(date) => set('lotDate', date)}
              />
              <TextField
                name="TaxLots[0].costPerShare"
                label="Cost per share"
                inputMode="decimal"
                {...text('lotCost')}
              />
            </div>
          </details>
          <NewIssuer values={values} set={set} text={text} />
        </Part>
      </div>
      <AvailableToIssue
        className={chosen?.name ?? null}
        capacity={capacity}
        requested={totalOf(draft.lines)}
        isNewIssuer={values.newIssuer === '1'}
      />
    </div>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="flex min-w-0 flex-col gap-4">
    <legend className="mb-3 w-full border-b border-rule pb-1 font-title text-lg">{title}</legend>
    {children}
  </fieldset>
);
