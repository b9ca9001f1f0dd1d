'use client';

import { useState } from 'react';
import { DateField, SelectField, TextField } from '#components/form/fields';
import { type FormFailure, unsentFields } from '#components/form/form';
import { WriteDialog } from '#components/submission/write-dialog';
import { resolutionKinds } from '#lib/contract/agent/difference-kinds';
import { DifferenceSummary, type OfDifference } from './difference-summary.tsx';
import { asOptions, notStated } from './options.ts';
import { idNumber } from './typed-facts.ts';

/** Resolves an open record difference, on the version that is shown. */
export function ResolveDialog({ issuer, today, difference, onClose }: OfDifference) {
  const [typed, setTyped] = useState({ day: today, resolution: '', kind: '', number: '' });
  const body = (): Record<string, unknown> | FormFailure => {
    const fields = {
      ...(typed.resolution.trim() ? {} : { resolution: 'Enter how it was resolved.' }),
      ...(typed.day ? {} : { resolvedOn: 'Enter the day it was resolved.' }),
      ...(idNumber(typed.number) === undefined
        ? { transactionId: 'Enter the number of one transaction, digits only.' }
        : {}),
    };
    if (Object.keys(fields).length > 0) return unsentFields(fields);
    return {
      customerIssuerId: issuer,
      recordDifferenceId: difference.recordDifferenceId,
      version: difference.version,
      resolvedOn: typed.day,
      resolution: typed.resolution.trim(),
      resolutionKind: typed.kind || null,
      transactionId: idNumber(typed.number),
    };
  };
  return (
    <WriteDialog
      operation="ResolveRecordDifference"
      title="Resolve record difference"
      submit="Resolve record difference"
      done="Record difference resolved."
      body={body}
      onClose={onClose}
      labels={{
        resolvedOn: 'Resolved',
        resolution: 'Resolution',
        resolutionKind: 'Kind of resolution',
        transactionId: 'Transaction',
        recordDifferenceId: 'Record difference',
        version: 'Version',
      }}
    >
      <DifferenceSummary difference={difference} />
      <DateField
        name="resolvedOn"
        label="Resolved"
        required
        min={difference.openedOn}
        max={today}
        value={typed.day}
        onChange={(day) => setTyped({ ...typed, day })}
      />
      <SelectField
        name="resolutionKind"
        label="Kind of resolution"
        hint="The control book is corrected on the issuer's written authority only."
        value={typed.kind}
        onChange={(event) => setTyped({ ...typed, kind: event.target.value })}
        options={[notStated, ...asOptions(resolutionKinds)]}
      />
      <TextField
        name="transactionId"
        label="Transaction"
        hint="The number of the transaction that resolved it, if there is one."
        inputMode="numeric"
        className="max-w-xs"
        value={typed.number}
        onChange={(event) => setTyped({ ...typed, number: event.target.value })}
      />
      <TextField
        name="resolution"
        label="Resolution"
        hint="What was found and done, with the transaction or the issuer's authority."
        required
        maxLength={1000}
        data-autofocus
        value={typed.resolution}
        onChange={(event) => setTyped({ ...typed, resolution: event.target.value })}
      />
    </WriteDialog>
  );
}
