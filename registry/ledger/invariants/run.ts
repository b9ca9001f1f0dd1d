// Runs the invariants of the stored books, issuer by issuer.

import type { ClientBase, Pool } from 'pg';
import type { Check, Violation } from './check.ts';
import { classActionChecks } from './class-actions.ts';
import { eventChecks } from './events.ts';
import { holderChecks } from './holders.ts';
import { itemRecordChecks } from './item-records.ts';
import { itemChecks } from './items.ts';
import { lotChecks } from './lots.ts';
import { quantityChecks } from './quantities.ts';
import { transactionChecks } from './transactions.ts';

export const checks: readonly Check[] = [
  ...quantityChecks,
  ...holderChecks,
  ...transactionChecks,
  ...classActionChecks,
  ...eventChecks,
  ...lotChecks,
  ...itemChecks,
  ...itemRecordChecks,
];

/** Violations reported per check and issuer; one is enough to fail. */
const shownMax = 50;

/**
 * Checks the stored books: yields each violation of the invariants that concern stored data, issuer by issuer,
 * for all days at once. The database does the work, so memory use does not grow with the books. `issuerId`
 * limits it to one issuer. Run inside a read-only snapshot when there are writers.
 */
export async function* violations(db: ClientBase | Pool, issuerId?: bigint): AsyncGenerator<Violation> {
  const issuers = await db.query<{ id: bigint }>(
    'select id from issuer where $1::bigint is null or id = $1 order by id',
    [issuerId ?? null],
  );
  for (const { id } of issuers.rows) {
    for (const check of checks) {
      const { rows } = await db.query<{ object: string; sentence: string }>(
        `select object, sentence from (${check.sql}) as found limit ${shownMax}`,
        [id],
      );
      for (const row of rows) yield { invariant: check.number, issuerId: id, ...row };
    }
  }
}
