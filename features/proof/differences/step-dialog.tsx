'use client';

import { useState } from 'react';
import { DateField, TextField } from '#components/form/fields';
import type { FormFailure } from '#components/form/form';
import { WriteDialog } from '#components/submission/write-dialog';
import { DifferenceSummary, type OfDifference } from './difference-summary.tsx';

/** Adds a step taken on an open record difference. */
export function StepDialog({ issuer, today, difference, onClose }: OfDifference) {
  const [typed, setTyped] = useState({ day: today, note: '' });
  const body = (): Record<string, unknown> | FormFailure => {
    const fields = {
      ...(typed.note.trim() ? {} : { note: 'Enter what was done.' }),
      ...(typed.day ? {} : { takenOn: 'Enter the day it was done.' }),
    };
    if (Object.keys(fields).length > 0)
      return { code: 'invalid', message: 'Some fields are missing.', fields };
    return {
      customerIssuerId: issuer,
      recordDifferenceId: difference.recordDifferenceId,
      takenOn: typed.day,
      note: typed.note.trim(),
    };
  };
  return (
    <WriteDialog
      operation="AddRecordDifferenceStep"
      title="Add step taken"
      submit="Add step"
      done="Step added."
      body={body}
      onClose={onClose}
      labels={{ takenOn: 'Taken', note: 'Step', recordDifferenceId: 'Record difference' }}
    >
      <DifferenceSummary difference={difference} />
      <DateField
        name="takenOn"
        label="Taken"
        required
        min={difference.openedOn}
        max={today}
        value={typed.day}
        onChange={(day) => setTyped({ ...typed, day })}
      />
      <TextField
        name="note"
        label="Step"
        hint="What was done to resolve it. Steps cannot be changed."
        required
        maxLength={1000}
        data-autofocus
        value={typed.note}
        onChange={(event) => setTyped({ ...typed, note: event.target.value })}
      />
    </WriteDialog>
  );
}
