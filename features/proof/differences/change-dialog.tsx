'use client';

import { useState } from 'react';
import { TextField } from '#components/form/fields';
import { type FormFailure, unsentFields } from '#components/form/form';
import { WriteDialog } from '#components/submission/write-dialog';
import { DifferenceSummary, type OfDifference } from './difference-summary.tsx';
import { FactFields } from './fact-fields.tsx';
import { factLabels, requestedFacts, typedFacts } from './typed-facts.ts';

/** Changes what is known about an open record difference, on the version that is shown. */
export function ChangeDialog({ issuer, today, difference, onClose }: OfDifference) {
  const [facts, setFacts] = useState(() => typedFacts(difference));
  const [reason, setReason] = useState('');
  const body = (): Record<string, unknown> | FormFailure => {
    const requested = requestedFacts(facts, difference.openedOn);
    const fields = {
      ...requested.fields,
      ...(reason.trim() ? {} : { reason: 'Enter the reason of the change.' }),
    };
    if (Object.keys(fields).length > 0) return unsentFields(fields);
    return {
      customerIssuerId: issuer,
      recordDifferenceId: difference.recordDifferenceId,
      version: difference.version,
      ...requested.body,
      reason: reason.trim(),
    };
  };
  return (
    <WriteDialog
      operation="ChangeRecordDifference"
      title="Change record difference"
      submit="Change record difference"
      done="Record difference changed."
      body={body}
      onClose={onClose}
      labels={{
        ...factLabels,
        reason: 'Reason',
        recordDifferenceId: 'Record difference',
        version: 'Version',
      }}
    >
      <DifferenceSummary difference={difference} />
      <p className="text-sm text-muted">
        Class, shares and day of opening stay. If one of them is wrong, resolve this difference and open
        another.
      </p>
      <FactFields typed={facts} onChange={setFacts} openedOn={difference.openedOn} today={today} />
      <TextField
        name="reason"
        label="Reason"
        hint="Kept among the steps taken, with each value before and after."
        required
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </WriteDialog>
  );
}
