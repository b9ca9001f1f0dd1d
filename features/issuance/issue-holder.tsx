'use client';

import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { RadioField, TextField } from '#components/form/fields';
import { useFormField } from '#components/form/form';
import type { HolderRecord } from '#components/holder-record/holder-draft';
import type { HolderChoices } from '#components/holder-record/holder-fields';
import { HolderPicker } from '#components/pickers/holder-picker';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import type { IssuanceDraft } from './issuance-draft.ts';

/** Only for a holder who is not registered yet. */
const NewHolderFields = lazyComponent(
  () => import('#components/holder-record/holder-fields').then((part) => part.HolderFields),
  <LoadingPlaceholder text="Loading form…" lines={8} />,
  'when drawn',
);

type Props = {
  draft: IssuanceDraft;
  onChange: (change: (draft: IssuanceDraft) => IssuanceDraft) => void;
  set: (name: string, value: string) => void;
  record: HolderRecord | null;
  reading: boolean;
  missing: boolean;
  issuer: number;
  choices: HolderChoices;
};

/** An existing holder, or a new one registered with the issuance. */
export function IssueHolder({ draft, onChange, record, reading, missing, issuer, choices, set }: Props) {
  const { values, holder } = draft;
  const { error } = useFormField('shareholder.customerShareholderId');
  const found = record
    ? `${record.name} · ${record.fullPrimaryAddress || 'no address on file'}`
    : reading
      ? 'Loading account…'
      : missing
        ? 'Account not found.'
        : 'Search by name or account ID. Holders without shares are found by account ID only.';
  return (
    <>
      <RadioField
        name="holderMode"
        label="Holder"
        value={values.holderMode}
        onChange={(value) => set('holderMode', value)}
        options={[
          { value: 'known', label: 'Existing holder' },
          { value: 'new', label: 'New holder' },
        ]}
      />
      {values.holderMode === 'known' ? (
        <>
          <HolderPicker
            name="shareholder.customerShareholderId"
            label="Account"
            hint={found}
            issuer={issuer}
            value={values.account ?? ''}
            onChange={(value) => set('account', value)}
          />
          {record && <p className="text-sm">{found}</p>}
        </>
      ) : (
        <>
          <TextField
            name="shareholder.customerShareholderId"
            label="Account ID"
            hint={error ? undefined : 'Generated for this form. Replace it with your own ID if you have one.'}
            required
            className="max-w-sm"
            value={holder.customerShareholderId ?? ''}
            onChange={(event) =>
              onChange((now) => ({
                ...now,
                holder: { ...now.holder, customerShareholderId: event.target.value },
              }))
            }
          />
          <NewHolderFields
            draft={holder}
            prefix="shareholder."
            choices={choices}
            onChange={(name, value) =>
              onChange((now) => ({ ...now, holder: { ...now.holder, [name]: value } }))
            }
          />
        </>
      )}
    </>
  );
}
