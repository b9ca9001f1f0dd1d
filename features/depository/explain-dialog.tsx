'use client';

import { useState } from 'react';
import { TextField } from '#components/form/fields';
import { type FormFailure, unsentFields } from '#components/form/form';
import { WriteDialog } from '#components/submission/write-dialog';
import { formatDate } from '#lib/format/dates';
import type { PositionFacts } from '#lib/proof/depository/facts';
import { signedQuantity } from '#lib/register/quantity';
import { transactionNumbers } from './transaction-numbers.ts';

export type Explained = {
  file: number;
  facts: PositionFacts;
  issuer: number;
  issuerName: string;
  asOf: string;
};

type Props = { explained: Explained; onClose: (changed: boolean) => void };

/** Names the transactions that explain a break, or notes what is known about it. */
export function ExplainDialog({ explained, onClose }: Props) {
  const { file, facts, issuer, issuerName, asOf } = explained;
  const [typed, setTyped] = useState({
    transactions: facts.explanation?.transactions.join(', ') ?? '',
    note: facts.explanation?.note ?? '',
  });
  const body = (): Record<string, unknown> | FormFailure => {
    const transactionIds = transactionNumbers(typed.transactions);
    const fields = {
      ...(transactionIds
        ? {}
        : { transactionIds: 'Enter at most 20 transaction numbers, separated by commas.' }),
      ...(typed.note.trim() ? {} : { note: 'Enter what explains the break, or what is known about it.' }),
    };
    if (!transactionIds || Object.keys(fields).length > 0) return unsentFields(fields);
    return {
      customerIssuerId: issuer,
      positionFileId: file,
      securityTypeId: Number(facts.classId),
      number: facts.explanation?.number ?? 0,
      transactionIds,
      note: typed.note.trim(),
    };
  };
  return (
    <WriteDialog
      operation="ExplainPositionBreak"
      title="Explain break"
      submit="Save explanation"
      done="Explanation saved."
      body={body}
      onClose={onClose}
      labels={{ transactionIds: 'Transactions', note: 'Note' }}
    >
      <p className="text-sm">
        {signedQuantity(facts.difference)} shares of {issuerName}, {facts.className}, on {formatDate(asOf)}
      </p>
      <TextField
        name="transactionIds"
        label="Transactions"
        hint="Numbers of the transactions that explain it, pending or posted. Without one the break stays: a note explains no share."
        value={typed.transactions}
        onChange={(event) => setTyped({ ...typed, transactions: event.target.value })}
      />
      <TextField
        name="note"
        label="Note"
        required
        maxLength={1000}
        value={typed.note}
        onChange={(event) => setTyped({ ...typed, note: event.target.value })}
      />
    </WriteDialog>
  );
}
