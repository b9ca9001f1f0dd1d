'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckboxField, DateField, SelectField, TextField } from '#components/form/fields';
import type { FormFailure } from '#components/form/form';
import { WriteDialog } from '#components/submission/write-dialog';
import { query } from '#lib/api/query';
import { formatDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { signedQuantity } from '#lib/register/quantity';
import { signedShares } from './signed-shares.ts';
import type { RecordDifference } from './types.ts';

type Base = { issuer: number; today: string; onClose: (changed: boolean) => void };

/** Opens a record difference of a class. */
export function OpenDialog({ issuer, today, onClose }: Base) {
  const classes = useQuery(query('GetIssuerSecurityTypes', { CustomerIssuerId: issuer }));
  const [typed, setTyped] = useState({ security: '', shares: '', cause: '', note: '', day: today });
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
    };
    if (shares === null || Object.keys(fields).length > 0)
      return { code: 'invalid', message: 'Some fields are missing or not usable.', fields };
    return {
      customerIssuerId: issuer,
      securityTypeId: Number(security),
      openedOn: typed.day,
      shares,
      cause: typed.cause.trim(),
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
      labels={{ securityTypeId: 'Class', shares: 'Shares', openedOn: 'Opened', cause: 'Cause', note: 'Note' }}
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
        hint="The day it was found. Its age counts from this day."
        required
        max={today}
        value={typed.day}
        onChange={(day) => put({ day })}
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
  const [typed, setTyped] = useState({ day: today, resolution: '' });
  const body = (): Record<string, unknown> | FormFailure => {
    const fields = {
      ...(typed.resolution.trim() ? {} : { resolution: 'Enter how it was resolved.' }),
      ...(typed.day ? {} : { resolvedOn: 'Enter the day it was resolved.' }),
    };
    if (Object.keys(fields).length > 0)
      return { code: 'invalid', message: 'Some fields are missing.', fields };
    return {
      customerIssuerId: issuer,
      recordDifferenceId: difference.recordDifferenceId,
      version: difference.version,
      resolvedOn: typed.day,
      resolution: typed.resolution.trim(),
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
