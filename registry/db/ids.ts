// Makes ids, without sequences: those of an issuer's objects contain the issuer.

import type { ClientBase } from 'pg';

/**
 * The database has no sequences: a sequence is a bottleneck and cannot be sharded (docs/scaling).
 * An id of an issuer's object is issuer × SPAN + n. A request that names
 * only a transaction, certificate, proxy or dividend therefore still finds its shard. All ids are below 2^53
 * and are sent as JSON integers.
 */
export const SPAN = 100_000_000n;

/** Kinds counted per issuer (table issuer_counter). */
export type IssuerScoped =
  | 'class'
  | 'txn'
  | 'certificate'
  | 'reserve'
  | 'entry'
  | 'stop'
  | 'rejection'
  | 'difference'
  | 'dividend'
  | 'proxy'
  | 'contact'
  | 'escheat'
  | 'invoice'
  | 'item'
  | 'file'
  | 'returned mail'
  | 'holder search';

/** Counters of the whole service (table counter). */
export type GlobalCounter =
  | 'issuer'
  | 'holder'
  | 'search'
  | 'item change'
  | 'register file'
  | 'position file'
  | 'sent report';

const firstOf: Record<GlobalCounter, bigint> = {
  issuer: 1n,
  holder: 100_001n,
  search: 1n,
  'item change': 1n,
  'register file': 1n,
  'position file': 1n,
  'sent report': 1n,
};

/** The id of the n-th object (from 1) of an issuer. */
export function issuerScopedId(issuerId: bigint, n: bigint): bigint {
  return issuerId * SPAN + n;
}

/**
 * Reserves `count` consecutive ids and returns the first. Locks the counter's row until the transaction ends.
 */
export async function takeIds(tx: ClientBase, scope: GlobalCounter, count = 1): Promise<bigint> {
  const { rows } = await tx.query<{ first: string }>(
    `insert into counter (scope, next_id) values ($1, $2::bigint + $3)
     on conflict (scope) do update set next_id = counter.next_id + $3
     returning (next_id - $3)::text as first`,
    [scope, firstOf[scope].toString(), count],
  );
  return BigInt(rows[0]!.first);
}
