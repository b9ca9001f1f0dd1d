'use client';

import { useEffect, useMemo, useState } from 'react';
import { TextField } from '#components/form/fields';
import { Form, type FormFailure } from '#components/form/form';
import { DuplicatesNote } from '#components/holder-record/duplicates-note';
import { diffOf } from '#components/holder-record/holder-diff';
import {
  bodyOf,
  draftOf,
  type HolderDraft,
  type HolderRecord,
  labelOf,
  nameModeOf,
  newHolder,
} from '#components/holder-record/holder-draft';
import { type HolderChoices, HolderFields } from '#components/holder-record/holder-fields';
import { validateHolder } from '#components/holder-record/validate-holder';
import { randomAccount, useDraft } from '#components/submission/form-draft';
import { SubmitStep } from '#components/submission/submit-step';
import { LinkButton } from '#components/ui/button';
import { headerOf } from '#lib/api/headers';
import { type Route, routes } from '#lib/routes';
import { HolderReview } from './holder-review.tsx';

export type HolderFormProps = {
  issuer: number;
  entry: string;
  /** Null for a new account. */
  record: HolderRecord | null;
  /** Version of the record as shown; `none` for a new account. */
  seen: string;
  choices: HolderChoices;
  email: string;
  outcome: Route;
};

/** A registration: typed, compared with the record on file, sent. */
export function HolderForm(props: HolderFormProps) {
  const { issuer, entry: key, record, seen, choices, email, outcome } = props;
  const entry = useDraft<HolderDraft>(key, outcome, () =>
    record ? draftOf(record, choices.accountTypes) : newHolder(randomAccount()),
  );
  const { draft } = entry;
  const [failure, setFailure] = useState<FormFailure | null>(null);
  const diff = useMemo(() => diffOf(draft, record, choices.accountTypes), [draft, record, choices]);
  const change = (name: string, value: string) => entry.change((now) => ({ ...now, [name]: value }));
  const changed = diff.filter((row) => row.changed);
  const labels = Object.fromEntries(
    [...Object.keys(draft), ...Object.keys(failure?.fields ?? {})].map((name) => [
      name,
      labelOf(name, draft['primaryAddress.country2Code']),
    ]),
  );

  const errors = validateHolder(draft, record === null);
  const review = () => {
    const wrong = Object.keys(errors).length > 0;
    if (wrong) setFailure({ code: 'incomplete', message: 'Check the highlighted fields.', fields: errors });
    else if (record && changed.length === 0) setFailure({ code: 'incomplete', message: 'No changes yet.' });
    else {
      setFailure(null);
      entry.review();
      window.scrollTo({ top: 0 });
    }
  };

  const clean = Object.keys(errors).length === 0;
  // After a reload the review lacks values that are not stored, such as a tax id: goes back to the form.
  const unfit = entry.step === 'review' && !clean;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the review opens
  useEffect(() => {
    if (!unfit) return;
    setFailure({
      code: 'incomplete',
      message: 'Re-enter the fields that are not saved in this browser.',
      fields: errors,
    });
    entry.back();
  }, [unfit]);

  if (entry.step === 'review' && clean) {
    const { body, keep } = bodyOf(draft, record);
    return (
      <HolderReview
        rows={diff}
        isNew={record === null}
        lines={
          record && nameModeOf(draft) === 'type' && !draft.name2 && !draft.name3 ? (draft.name ?? '') : ''
        }
      >
        <SubmitStep
          operation="CreateOrUpdate"
          outcome={outcome}
          submit={
            record
              ? `Send ${changed.length} ${changed.length === 1 ? 'change' : 'changes'}`
              : 'Register holder'
          }
          request={() => ({
            body: { idempotencyId: key, createdByEmail: email, ...author, ...body },
            about: {
              [headerOf.seen]: seen,
              ...(keep.length > 0 ? { [headerOf.keep]: keep.join(',') } : {}),
            },
          })}
          onBack={entry.back}
          onErrors={(rejected) => {
            setFailure(rejected);
            entry.back();
          }}
          onSent={entry.sent}
        >
          <DuplicatesNote issuer={issuer} draft={draft} />
        </SubmitStep>
      </HolderReview>
    );
  }
  return (
    <Form
      className="max-w-3xl"
      pending={false}
      error={failure}
      onSubmit={review}
      submit={record ? 'Review changes' : 'Review'}
      labels={labels}
      aside={
        <LinkButton
          variant="quiet"
          href={record ? routes.holder(issuer, record.customerShareholderId ?? '') : routes.holders(issuer)}
        >
          Cancel
        </LinkButton>
      }
    >
      {!record && (
        <TextField
          name="customerShareholderId"
          label="Account ID"
          hint="Generated for this form. Replace it with your own ID if you have one. It cannot be changed later."
          required
          maxLength={255}
          className="max-w-sm"
          value={draft.customerShareholderId ?? ''}
          onChange={(event) => change('customerShareholderId', event.target.value)}
        />
      )}
      <HolderFields draft={draft} onChange={change} choices={choices} diff={record ? diff : undefined} />
    </Form>
  );
}

/** Required by the interface; the server replaces them with the signed-in user. */
const author = { createdByFirstName: '-', createdByLastName: '-' };
