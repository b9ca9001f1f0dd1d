// Deletes a posted register again, unless later work rests on it.

import type { Pool, PoolClient } from 'pg';
import { withTransaction } from '#lib/postgres/pool';
import { exportedTables } from '#registry/export/tables/index';

export type Undone = { title: string; holders: number };

/** A register that stays as it is; the message says why. */
export class CannotUndo extends Error {}

/** Tables that posting writes, in an order in which no row is deleted before those that refer to it. */
const written = [
  'conversion_link',
  'contact',
  'plan_member',
  'price',
  'stop',
  'tax_lot',
  'certificate',
  'control_entry',
  'record_difference',
  'reserve_change',
  'cash_in_lieu',
  'txn_factor',
  'txn',
  'reserve',
  'authorized_change',
  'page_mark',
  'class_day',
  'issuer_day',
  'account_word',
  'holding',
  'account',
  'issuer_counter',
  'security_class',
] as const;

/** Tables that later work of any kind would have filled. `lost_search` belongs to the agent, not to an issuer. */
const later = [
  ...exportedTables.map(({ name, title }) => ({ name, title })),
  // Not exported: about a file that names classes of all issuers.
  { name: 'depository_explanation', title: 'Explanations of the depository’s position' },
  // Not exported: the agent's own.
  { name: 'sent_report', title: 'Reports sent' },
].filter(
  ({ name }) =>
    !written.some((one) => one === name) &&
    !['issuer', 'conversion', 'holder', 'holder_address', 'holder_change', 'lost_search'].includes(name),
);

/**
 * Takes a register back that was brought in, as long as nothing was entered since: later entries can only be reversed.
 * The conversion is kept with the reason. One transaction: everything is gone, or nothing.
 */
export function undoRegister(
  pool: Pool,
  customerIssuerId: bigint,
  {
    reason,
    now,
    also,
  }: { reason: string; now: Date; also?: (client: PoolClient, undone: Undone) => Promise<void> },
): Promise<Undone> {
  return withTransaction(pool, async (client) => {
    const undone = await undo(client, customerIssuerId, reason, now);
    await also?.(client, undone);
    return undone;
  });
}

type Conversion = { issuer_id: bigint; issuer_name: string; source: string; issuer_version: bigint };

async function undo(client: PoolClient, customerId: bigint, reason: string, now: Date): Promise<Undone> {
  const found = await client.query<Conversion>(
    `select issuer_id, issuer_name, source, issuer_version from conversion
      where customer_issuer_id = $1 and undone_at is null`,
    [customerId],
  );
  const conversion = found.rows[0];
  if (!conversion) throw new CannotUndo(`Issuer ${customerId} was not brought in.`);
  const { issuer_id: id, issuer_name: name, source, issuer_version: version } = conversion;
  const locked = await client.query('select 1 from issuer where id = $1 and version = $2 for update', [
    id,
    version,
  ]);
  if (locked.rowCount === 0)
    throw new CannotUndo(`${name} was changed after it was brought in. Later entries can only be reversed.`);
  for (const table of later) {
    const { rowCount } = await client.query(`select 1 from ${table.name} where issuer_id = $1 limit 1`, [id]);
    if (rowCount) throw new CannotUndo(`${name} has later records: ${table.title}. It stays as it is.`);
  }
  await client.query(
    `create temporary table undone_holder on commit drop as
     select holder_id from account
      where issuer_id = $1 and holder_id not in (select holder_id from conversion_link where issuer_id = $1)`,
    [id],
  );
  await client.query('analyze undone_holder');
  await refuseKnownHolders(client, id, name);
  for (const table of written) await client.query(`delete from ${table} where issuer_id = $1`, [id]);
  await client.query('delete from holder_address where holder_id in (select holder_id from undone_holder)');
  const holders = await client.query('delete from holder where id in (select holder_id from undone_holder)');
  await client.query('delete from issuer where id = $1', [id]);
  await client.query('update conversion set undone_at = $2, undo_reason = $3 where issuer_id = $1', [
    ...[id, now.toISOString(), reason],
  ]);
  return { title: `${name} from ${source}`, holders: holders.rowCount ?? 0 };
}

/** A holder who was changed, or has an account elsewhere, is no longer only part of this register. */
async function refuseKnownHolders(client: PoolClient, issuerId: bigint, name: string): Promise<void> {
  const { rows } = await client.query<{ customer_id: string; is_changed: boolean }>(
    `select h.customer_id, known.is_changed
       from (select holder_id, true as is_changed from holder_change
              where holder_id in (select holder_id from undone_holder)
              union all
             select holder_id, false from account
              where issuer_id <> $1 and holder_id in (select holder_id from undone_holder)) as known
       join holder h on h.id = known.holder_id
      order by h.customer_id limit 1`,
    [issuerId],
  );
  const first = rows[0];
  if (!first) return;
  const what = first.is_changed ? 'was changed since' : 'has an account at another issuer';
  throw new CannotUndo(`Account ${first.customer_id} of ${name} ${what}. The register stays as it is.`);
}
