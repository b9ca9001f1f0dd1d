'use client';

import { useQuery } from '@tanstack/react-query';
import { useAgentOperations } from '#components/data/agent-operations';
import { formatDate } from '#lib/format/dates';
import { notesQuery, type Period, transactionLink } from './roll-notes.tsx';

/** Below a transaction: what it reverses, and what reversed it, each with a link. Nothing where the registry does not say. */
export function ReversalNote({ id, ...period }: Period & { id: number | null }) {
  const isOffered = useAgentOperations().has('GetRollForwardNotes');
  const { data } = useQuery({ ...notesQuery(period), enabled: isOffered && id !== null });
  const lines = (data?.reversals ?? [])
    .flatMap((one) => [
      {
        of: one.controlTransactionId,
        text: 'Reverses',
        to: one.reversesControlTransactionId,
        number: one.reversesTransactionId,
        on: one.reversesEffectiveDate,
      },
      {
        of: one.reversesControlTransactionId,
        text: 'Reversed by',
        to: one.controlTransactionId,
        number: one.transactionId,
        on: one.effectiveDate,
      },
    ])
    .filter(({ of }) => of === id);
  return lines.map(({ text, to, number, on }) => (
    <span key={`${text} ${to}`} className="block text-sm text-muted">
      {text} {transactionLink(period.issuer, to, number)}, effective {formatDate(on)}
    </span>
  ));
}
