// Marks the address of a holder as bad, or the holder as lost, under the locks of all its issuers.

import { arrayText } from '#registry/db/insert';
import type { Tx } from '../core/unit-of-work.ts';

/** Since when mail to a holder comes back, and since when the holder counts as lost. */
export type AddressMark = { badAddressSince: string | null; reason: string; lostSince: string | null };

/**
 * Locks holders and then every issuer that has them, in the order of their numbers. Every transaction locks holders
 * before issuers, and one that changes a holder changes the versions of all its issuers: taken later, the locks of
 * two such transactions could wait for each other. Key locks of new accounts are not excluded, because those are
 * taken by transactions that hold an issuer already.
 */
export async function lockForAddress(tx: Tx, holderIds: readonly bigint[], issuerId: bigint): Promise<void> {
  const ids = arrayText(holderIds);
  await tx.query('select id from holder where id = any($1::bigint[]) order by id for no key update', [ids]);
  const issuerIds = arrayText([issuerId, ...(await issuersWith(tx, holderIds))]);
  await tx.query('select id from issuer where id = any($1::bigint[]) order by id for update', [issuerIds]);
}

/** The issuers at which holders have accounts. */
async function issuersWith(tx: Tx, holderIds: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await tx.query<{ issuer_id: bigint }>(
    'select distinct issuer_id from account where holder_id = any($1::bigint[])',
    [arrayText(holderIds)],
  );
  return rows.map((row) => row.issuer_id);
}

/** Sets the mark of a locked holder; the history of the registration keeps the values before and after. */
export async function markAddress(
  tx: Tx,
  holderId: bigint,
  mark: AddressMark,
  by: { email: string; firstName: string; lastName: string; clientId: string; at: string },
): Promise<void> {
  const { rows } = await tx.query(
    'select bad_address_since, bad_address_reason, lost_since from holder where id = $1',
    [holderId],
  );
  const before = rows[0]!;
  const after = {
    bad_address_since: mark.badAddressSince,
    bad_address_reason: mark.reason,
    lost_since: mark.lostSince,
  };
  await tx.query(
    'update holder set bad_address_since = $2, bad_address_reason = $3, lost_since = $4, updated_at = $5 where id = $1',
    [holderId, ...Object.values(after), by.at],
  );
  await tx.query(
    `insert into holder_change (holder_id, id, changed_at, by_email, by_first_name, by_last_name, before_text,
                                after_text, client_id)
     select $1, coalesce(max(id), 0) + 1, $2, $3, $4, $5, $6, $7, $8 from holder_change where holder_id = $1`,
    [
      holderId,
      by.at,
      by.email,
      by.firstName,
      by.lastName,
      JSON.stringify(before),
      JSON.stringify(after),
      by.clientId,
    ],
  );
  // Cached responses of every issuer with the holder show its state.
  const issuerIds = arrayText(await issuersWith(tx, [holderId]));
  await tx.query('update issuer set version = version + 1 where id = any($1::bigint[])', [issuerIds]);
}
