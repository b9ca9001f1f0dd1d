'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckboxField, DateField, SelectField, TextField } from '#components/form/fields';
import type { FormFailure } from '#components/form/form';
import { WriteDialog } from '#components/submission/write-dialog';
import { query } from '#lib/api/query';
import { causeKinds, differenceBases, resolutionKinds } from '#lib/contract/agent/difference-kinds';
import { formatDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { signedQuantity } from '#lib/register/quantity';
import { signedShares } from './signed-shares.ts';
import type { RecordDifference } from './types.ts';

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const basisOptions = differenceBases.map((value) => ({
  value,
  label:
    value === 'Totals'
      ? 'Totals: register and control book differ'
      : 'Detail: what was presented differs from the register',
}));
const notStated = { value: '', label: 'Not stated' };

type Base = { issuer: number; today: string; onClose: (changed: boolean) => void };

/** Opens a record difference of a class. */
export function OpenDialog({ issuer, today, onClose }: Base) {
  const classes = useQuery(query('GetIssuerSecurityTypes', { CustomerIssuerId: issuer }));
  const [typed, setTyped] = useState({
    ...{ security: '', shares: '', cause: '', causeKind: '', note: '', day: today, since: '' },
    basis: 'Detail',
  });
  const [isOverIssuance, setOverIssuance] = useState(false);
  const [isByPriorAgent, setByPriorAgent] = useState(false);
  const put = (part: Partial<typeof typed>) => setTyped({ ...typed, ...part });
  const [only] = classes.data?.length === 1 ? classes.data : [];
  const security = typed.security || (only ? `${only.securityTypeId}` : '');
  const body = (): Record<string, unknown> | FormFailure => {
    const shares = signedShares(typed.shares);
    const fields = {
      ...(security ? {} : { securityTypeId: 'Select the class.' }),
      ...(shares === null
        ? { shares: 'Enter a whole number other than 0, with a minus if the register has more.' }
        : {}),
      ...(typed.cause.trim() ? {} : { cause: 'Enter the cause.' }),
      ...(typed.day ? {} : { openedOn: 'Enter the day it was found.' }),
      ...(typed.since && typed.day && typed.since > typed.day
        ? { existedSince: 'Enter a day that is not after the day it was found.' }
        : {}),
    };
    if (shares === null || Object.keys(fields).length > 0)
      return { code: 'invalid', message: 'Some fields are missing or not usable.', fields };
    return {
      customerIssuerId: issuer,
      securityTypeId: Number(security),
      openedOn: typed.day,
      existedSince: typed.since || null,
      shares,
      basis: typed.basis,
      cause: typed.cause.trim(),
      causeKind: typed.causeKind || null,
      isOverIssuance,
      isByPriorAgent,
      note: typed.note.trim() || null,
    };
  };
  return (
    <WriteDialog
      operation="OpenRecordDifference"
      title="Open record difference"
      submit="Open record difference"
      done="Record difference opened."
      body={body}
      onClose={onClose}
      labels={{
        ...{ securityTypeId: 'Class', shares: 'Shares', openedOn: 'Opened', existedSince: 'Existed since' },
        ...{ basis: 'Basis', cause: 'Cause', causeKind: 'Kind of cause', note: 'Note' },
      }}
    >
      <SelectField
        name="securityTypeId"
        label="Class"
        required
        value={security}
        onChange={(event) => put({ security: event.target.value })}
        options={[
          ...(security ? [] : [{ value: '', label: classes.data ? 'Select a class' : 'Loading classes…' }]),
          ...(classes.data ?? []).map((one) => ({
            value: `${one.securityTypeId}`,
            label: one.securityType,
          })),
        ]}
      />
      <TextField
        name="shares"
        label="Shares"
        hint="Positive when the control book or the paper has more than the register, negative when it has less."
        required
        inputMode="text"
        className="max-w-xs"
        value={typed.shares}
        onChange={(event) => put({ shares: event.target.value })}
      />
      <DateField
        name="openedOn"
        label="Opened"
        hint="The day it was found."
        required
        max={today}
        value={typed.day}
        onChange={(day) => put({ day })}
      />
      <DateField
        name="existedSince"
        label="Existed since"
        hint="Its age counts from this day. Leave empty if no day before it was found is known."
        max={typed.day || today}
        value={typed.since}
        onChange={(since) => put({ since })}
      />
      <SelectField
        name="basis"
        label="Basis"
        required
        value={typed.basis}
        onChange={(event) => put({ basis: event.target.value })}
        options={basisOptions}
      />
      <TextField
        name="cause"
        label="Cause"
        hint="Such as: certificate presented that the register shows as canceled."
        required
        maxLength={200}
        value={typed.cause}
        onChange={(event) => put({ cause: event.target.value })}
      />
      <SelectField
        name="causeKind"
        label="Kind of cause"
        value={typed.causeKind}
        onChange={(event) => put({ causeKind: event.target.value })}
        options={[notStated, ...asOptions(causeKinds)]}
      />
      <CheckboxField
        name="isOverIssuance"
        label="Over-issuance: more paper is out than the books allow"
        checked={isOverIssuance}
        onChange={(event) => setOverIssuance(event.target.checked)}
      />
      <CheckboxField
        name="isByPriorAgent"
        label="Caused by a prior agent"
        checked={isByPriorAgent}
        onChange={(event) => setByPriorAgent(event.target.checked)}
      />
      <TextField
        name="note"
        label="Note"
        maxLength={1000}
        value={typed.note}
        onChange={(event) => put({ note: event.target.value })}
      />
    </WriteDialog>
  );
}

/** Resolves an open record difference, on the version that is shown. */
export function ResolveDialog({
  issuer,
  today,
  difference,
  onClose,
}: Base & { difference: RecordDifference }) {
  const [typed, setTyped] = useState({ day: today, resolution: '', kind: '', number: '' });
  const body = (): Record<string, unknown> | FormFailure => {
    const fields = {
      ...(typed.resolution.trim() ? {} : { resolution: 'Enter how it was resolved.' }),
      ...(typed.day ? {} : { resolvedOn: 'Enter the day it was resolved.' }),
      ...(transactionNumber(typed.number) === undefined
        ? { transactionId: 'Enter the number of one transaction, digits only.' }
        : {}),
    };
    if (Object.keys(fields).length > 0)
      return { code: 'invalid', message: 'Some fields are missing or not usable.', fields };
    return {
      customerIssuerId: issuer,
      recordDifferenceId: difference.recordDifferenceId,
      version: difference.version,
      resolvedOn: typed.day,
      resolution: typed.resolution.trim(),
      resolutionKind: typed.kind || null,
      transactionId: transactionNumber(typed.number),
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
      <p className="text-sm">
        {signedQuantity(exact(difference.shares))} shares of {difference.security}, opened{' '}
        {formatDate(difference.openedOn)}: {difference.cause}
      </p>
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

/** A typed number of a transaction; null for none, undefined for what is no number. */
function transactionNumber(text: string): number | null | undefined {
  const plain = text.trim();
  if (plain === '') return null;
  return /^\d+$/.test(plain) && plain.length <= 15 && Number(plain) > 0 ? Number(plain) : undefined;
}

/** Adds a step taken on an open record difference. */
export function StepDialog({ issuer, today, difference, onClose }: Base & { difference: RecordDifference }) {
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
      <p className="text-sm">
        {signedQuantity(exact(difference.shares))} shares of {difference.security}, opened{' '}
        {formatDate(difference.openedOn)}: {difference.cause}
      </p>
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
