// Page of transactions in every status.

import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '../db/session.ts';
import type { RegisterMemory } from './memory.ts';

export type StatusSelection = {
  issuers: readonly { id: bigint; version: bigint }[];
  /** One letter, or '' for all types. */
  kind: string;
  status: 'All' | 'Pending' | 'Rejected' | 'Completed' | 'Canceled';
  sortBy: keyof typeof orders;
  descending: boolean;
  start: number;
  rows: number;
};

export type StatusRow = {
  id: bigint;
  customer_id: bigint | null;
  kind: string;
  received_on: CalendarDate;
  completed_on: CalendarDate | null;
  effective_on: CalendarDate | null;
  transfer_from: string;
  issued_to: string;
  status: string;
};

/** The columns of StatusRow. */
export const statusColumns =
  't.id, t.customer_id, t.kind, t.received_on, t.completed_on, t.effective_on, t.transfer_from, t.issued_to, t.status';

const moved = `(select coalesce(sum(greatest(coalesce(c.moved_shares, c.shares), 0)), 0) from certificate c
  where c.issuer_id = t.issuer_id and c.issued_txn = t.id)`;

/**
 * Sorting by holder uses the receiving side. An entry without the date is sorted by its received date, so that
 * pending items are not all first or last.
 */
const orders = {
  TransactionId: 'coalesce(t.customer_id, t.id)',
  ReceivedDate: 't.received_on',
  CompletedDate: 'coalesce(t.completed_on, t.received_on)',
  EffectiveDate: 'coalesce(t.effective_on, t.received_on)',
  // Sorted by display name: Reverse Split comes after Retirement.
  Type: `case t.kind when 'V' then 'RV' else t.kind end`,
  Status: 't.status',
  SortName: 't.issued_to',
  Name: 't.issued_to',
  Shares: moved,
} as const;

/** `$1` is the list of issuers. A single issuer is compared with `=`, so that the index gives the order. */
function whereOf(issuers: StatusSelection['issuers']): string {
  const ofIssuers = issuers.length === 1 ? '= ($1::bigint[])[1]' : '= any($1::bigint[])';
  return `t.issuer_id ${ofIssuers} and ($2::text = '' or t.kind = $2) and ($3::text = 'All' or t.status = $3)`;
}

/** How many transactions of these types each issuer received in a period, in every status. */
export async function itemsReceived(
  db: Db,
  issuerIds: readonly bigint[],
  kinds: readonly string[],
  { from, to }: { from: CalendarDate; to: CalendarDate },
): Promise<ReadonlyMap<bigint, bigint>> {
  const { rows } = await db.query<{ issuer_id: bigint; items: bigint }>(
    `select t.issuer_id, count(*) as items from txn t
      where t.issuer_id = any($1::bigint[]) and t.kind = any($2::text[]) and t.received_on between $3 and $4
      group by t.issuer_id`,
    [issuerIds, kinds, from, to],
  );
  return new Map(rows.map((row) => [row.issuer_id, row.items]));
}

/** One page of transactions in every status, and the total number. Ties by id. */
export async function statusPage(
  db: Db,
  memory: RegisterMemory,
  selection: StatusSelection,
): Promise<{ total: bigint; rows: StatusRow[] }> {
  const { issuers, kind, status } = selection;
  const values = [issuers.map((issuer) => issuer.id), kind, status];
  const where = whereOf(issuers);
  const count = async () => {
    const { rows } = await db.query<{ total: bigint }>(
      `select count(*) as total from txn t where ${where}`,
      values,
    );
    return rows[0]?.total ?? 0n;
  };
  // The count can be cached by version: every transaction received or ended changes its issuer's version.
  const [only, ...others] = issuers;
  const total =
    only && others.length === 0
      ? await memory.statusCounts.get(`${only.id} ${kind} ${status}`, only.version, count)
      : await count();
  if (BigInt(selection.start) >= total) return { total, rows: [] };
  const direction = selection.descending ? 'desc' : 'asc';
  const { rows } = await db.query<StatusRow>(
    `select ${statusColumns} from txn t where ${where}
      order by ${orders[selection.sortBy]} ${direction}, t.issuer_id ${direction}, t.id ${direction}
     offset $4::bigint limit $5::bigint`,
    [...values, selection.start, selection.rows],
  );
  return { total, rows };
}
