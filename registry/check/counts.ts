// Counts the objects that the invariants of the books examine, by kind.

import type { PoolClient } from 'pg';
import type { Unit } from './invariant-list.ts';

const txns = (where: string) => `select count(*) as n from txn where issuer_id = $1 and ${where}`;
const rowsOf = (table: string) => `select count(*) as n from ${table} where issuer_id = $1`;

/**
 * Number of objects of each kind of one issuer; `$1` is the issuer. The agent's own objects are counted
 * separately.
 */
const statements: Record<Exclude<Unit, 'agent years' | 'idempotency keys'>, string> = {
  classes: rowsOf('security_class'),
  certificates: 'select count(*) as n from certificate where issuer_id = $1 and not is_replaced',
  holdings:
    'select count(*) as n from (select 1 from certificate where issuer_id = $1 group by class_id, holder_id) as h',
  transactions: rowsOf('txn'),
  transfers: txns(`kind = 'T' and status = 'Completed'`),
  issuances: txns(`kind = 'N' and status = 'Completed'`),
  conversions: txns(`kind = 'C' and status = 'Completed'`),
  retirements: txns(`kind = 'R' and status = 'Completed'`),
  'splits and stock dividends': txns(`kind in ('F', 'V', 'D') and status = 'Completed'`),
  stops: rowsOf('stop'),
  meetings: rowsOf('proxy'),
  ballots: rowsOf('proxy_ballot'),
  dividends: rowsOf('dividend'),
  'records of meetings and dividends': `select (select count(*) from proxy_entitlement where issuer_id = $1)
                                             + (select count(*) from dividend_payment where issuer_id = $1) as n`,
  'tax lots': rowsOf('tax_lot'),
  items: rowsOf('item'),
};

/** Adds what one issuer has to the counts. */
export async function countObjects(
  client: PoolClient,
  issuerId: bigint,
  counts: Map<Unit, bigint>,
): Promise<void> {
  for (const [unit, text] of Object.entries(statements) as [Unit, string][]) {
    const { rows } = await client.query<{ n: bigint }>(text, [issuerId]);
    counts.set(unit, (counts.get(unit) ?? 0n) + (rows[0]?.n ?? 0n));
  }
}

export async function countKeys(client: PoolClient): Promise<bigint> {
  const { rows } = await client.query<{ n: bigint }>('select count(*) as n from idempotency_key');
  return rows[0]?.n ?? 0n;
}
