// Last step of an issuance: shows the class before and after, and sends the request.

'use client';

import type { FormFailure } from '#components/form/form';
import { DuplicatesNote } from '#components/holder-record/duplicates-note';
import { draftOf, type HolderRecord } from '#components/holder-record/holder-draft';
import type { FormDraft } from '#components/submission/form-draft';
import { SubmitStep } from '#components/submission/submit-step';
import { headerOf } from '#lib/api/headers';
import type { Capacity } from '#lib/register/capacity';
import { type ClassChoice, type IssuanceDraft, issuanceBody, staysPending } from './issuance-draft.ts';
import { IssueReview } from './issue-review.tsx';
import type { IssueFormProps } from './types.ts';

type Props = {
  form: IssueFormProps;
  entry: FormDraft<IssuanceDraft>;
  chosen: ClassChoice;
  capacity: Capacity | undefined;
  restricted: { shares: unknown; holders: number } | null;
  record: HolderRecord | null;
  onErrors: (rejected: FormFailure) => void;
};

const author = { createdByFirstName: '-', createdByLastName: '-' };

/** The last step of an issuance: before and after, then sent once. */
export function IssueSending({ form, entry, chosen, capacity, restricted, record, onErrors }: Props) {
  const { issuer, issuerName, choices, email, today, zone, outcome } = form;
  const { draft } = entry;
  const isNew = draft.values.newIssuer === '1';
  const target = isNew ? Number(draft.values.newIssuerId) : issuer;
  const recordDraft = record && draftOf(record, choices.accountTypes);
  const { body, keep } = issuanceBody(draft, { issuer: target, chosen, record, recordDraft });
  const about: Record<string, string> = {
    ...(keep.length > 0 ? { [headerOf.keep]: keep.join(',') } : {}),
    ...(isNew ? { [headerOf.newIssuer]: '1' } : {}),
    ...(record ? {} : { [headerOf.seen]: 'none' }),
  };
  return (
    <IssueReview
      {...{ draft, capacity, chosen, record, choices, restricted, zone, entry: entry.key }}
      issuer={isNew ? `New issuer ${target}` : `${issuerName} (${issuer})`}
      pending={staysPending(draft, today) || isNew}
    >
      <SubmitStep
        operation="CreateNewIssuance"
        outcome={outcome}
        submit="Issue these shares"
        request={() => ({
          body: { idempotencyId: entry.key, createdByEmail: email, ...author, ...body },
          about,
        })}
        onBack={entry.back}
        onErrors={onErrors}
        onSent={entry.sent}
      >
        {!record && !isNew && <DuplicatesNote issuer={issuer} draft={draft.holder} />}
      </SubmitStep>
    </IssueReview>
  );
}
