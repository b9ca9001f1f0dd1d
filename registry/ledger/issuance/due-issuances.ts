import type { Pool } from 'pg';
import { withTransaction } from '#lib/postgres/pool';
import { LedgerError } from '../core/ledger-error.ts';
import { completeIssuance, dueIssuances } from './pending-issuance.ts';

/**
 * Completes the Pending issuances that are due, each in its own transaction. One that a rule refuses today,
 * such as too few authorized shares, stays Pending for the agent. Returns the number completed.
 */
export async function completeDue(pool: Pool, on: { today: string; processedAt: string }): Promise<number> {
  const due = await withTransaction(pool, (tx) => dueIssuances(tx, on.today));
  let completed = 0;
  for (const one of due) {
    const input = { ...one, completedOn: on.today, processedAt: on.processedAt };
    try {
      await withTransaction(pool, (tx) => completeIssuance(tx, input));
      completed += 1;
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
    }
  }
  return completed;
}
