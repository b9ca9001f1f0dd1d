'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DateField, SelectField, TextField } from '#components/form/fields';
import { type FormFailure, unsentFields } from '#components/form/form';
import { WriteDialog } from '#components/submission/write-dialog';
import { query } from '#lib/api/query';
import type { OfIssuer } from './difference-summary.tsx';
import { FactFields } from './fact-fields.tsx';
import { signedShares } from './signed-shares.ts';
import { factLabels, noFacts, requestedFacts } from './typed-facts.ts';

/** Opens a record difference of a class. */
export function OpenDialog({ issuer, today, onClose }: OfIssuer) {
  const classes = useQuery(query('GetIssuerSecurityTypes', { CustomerIssuerId: issuer }));
  const [typed, setTyped] = useState({ security: '', shares: '', day: today });
  const [facts, setFacts] = useState(noFacts);
  const put = (part: Partial<typeof typed>) => setTyped({ ...typed, ...part });
  const [only] = classes.data?.length === 1 ? classes.data : [];
  const security = typed.security || (only ? `${only.securityTypeId}` : '');
  const body = (): Record<string, unknown> | FormFailure => {
    const shares = signedShares(typed.shares);
    const requested = requestedFacts(facts, typed.day);
    const fields = {
      ...(security ? {} : { securityTypeId: 'Select the class.' }),
      ...(shares === null
        ? { shares: 'Enter a whole number other than 0, with a minus if the register has more.' }
        : {}),
      ...(typed.day ? {} : { openedOn: 'Enter the day it was found.' }),
      ...requested.fields,
    };
    if (shares === null || Object.keys(fields).length > 0) return unsentFields(fields);
    return {
      customerIssuerId: issuer,
      securityTypeId: Number(security),
      openedOn: typed.day,
      shares,
      ...requested.body,
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
      labels={{ securityTypeId: 'Class', shares: 'Shares', openedOn: 'Opened', ...factLabels }}
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
      <FactFields typed={facts} onChange={setFacts} openedOn={typed.day} today={today} />
    </WriteDialog>
  );
}
