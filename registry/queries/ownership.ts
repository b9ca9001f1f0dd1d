// Every account's outstanding shares by class, as of a day.

import type { PoolClient } from 'pg';
import type { CalendarDate } from '#lib/format/dates';
import { streamRows } from '#lib/postgres/pool';
import type { Db } from '../db/session.ts';
import { type HolderName, type HolderRow, holderColumns, toHolderName } from './holder-name.ts';

export type OwnershipOrder = { by: 'SortName' | 'Name' | 'Shares'; descending: boolean };

/** An account with its outstanding shares of each selected class. */
export type Ownership = {
  holder: HolderName;
  positions: { classId: bigint; certificates: bigint; shares: bigint }[];
};

type OwnershipRow = HolderRow & { class_id: bigint; certificates: bigint; shares: bigint };

/** Ties are ordered by sort name, then account, both ascending. */
const orders = {
  SortName: { ascending: 'a.sort_key, a.holder_id', descending: 'a.sort_key desc, a.holder_id' },
  Name: {
    ascending: 'a.name_key, a.sort_key, a.holder_id',
    descending: 'a.name_key desc, a.sort_key, a.holder_id',
  },
  Shares: {
    ascending: 'all_shares, a.sort_key, a.holder_id',
    descending: 'all_shares desc, a.sort_key, a.holder_id',
  },
} as const;

type Question = readonly [
  issuerId: bigint,
  cutoff: CalendarDate,
  classIds: readonly bigint[],
  order: OwnershipOrder,
];

/**
 * Every account with outstanding shares of the given classes as of the close of `cutoff`, without treasury.
 * Ordering by shares uses the sum over the given classes.
 */
export async function ownershipAt(db: Db, ...question: Question): Promise<Ownership[]> {
  const { sql, values } = statement(...question);
  const { rows } = await db.query<OwnershipRow>(sql, values);
  const accounts: Ownership[] = [];
  for (const row of rows) {
    const last = accounts.at(-1);
    if (last?.holder.id === row.holder_id) last.positions.push(positionOf(row));
    else accounts.push({ holder: toHolderName(row), positions: [positionOf(row)] });
  }
  return accounts;
}

/**
 * The same accounts as a stream, so that memory use does not grow with the register. `client` must be inside a
 * snapshot.
 */
export async function* ownershipRows(client: PoolClient, ...question: Question): AsyncGenerator<Ownership> {
  const { sql, values } = statement(...question);
  let account: Ownership | undefined;
  for await (const row of streamRows<OwnershipRow>(client, sql, values)) {
    if (account?.holder.id === row.holder_id) {
      account.positions.push(positionOf(row));
      continue;
    }
    if (account) yield account;
    account = { holder: toHolderName(row), positions: [positionOf(row)] };
  }
  if (account) yield account;
}

/** Shares and accounts per class, summed over the rows that the interface's ownership has. */
export async function ownershipSums(
  db: Db,
  issuerId: bigint,
  cutoff: CalendarDate,
  classIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, { shares: bigint; holders: bigint }>> {
  const { sql, values } = rowsOf(issuerId, cutoff, classIds);
  const { rows } = await db.query<{ class_id: bigint; shares: bigint; holders: bigint }>(
    `select class_id, sum(shares)::bigint as shares, count(*) as holders from (${sql}) as listed group by class_id`,
    values,
  );
  return new Map(rows.map(({ class_id, ...sums }) => [class_id, sums]));
}

type Statement = { sql: string; values: unknown[] };

function statement(...[issuerId, cutoff, classIds, order]: Question): Statement {
  const orderBy = orders[order.by][order.descending ? 'descending' : 'ascending'];
  const { sql, values } = rowsOf(issuerId, cutoff, classIds);
  return { sql: `${sql} order by ${orderBy}, live.class_id`, values };
}

/** The rows in no order. */
function rowsOf(issuerId: bigint, cutoff: CalendarDate, classIds: readonly bigint[]): Statement {
  const sql = `select ${holderColumns}, live.class_id, live.certificates, live.shares
       from (select c.holder_id, c.class_id, count(*) as certificates, sum(c.shares)::bigint as shares,
                    sum(sum(c.shares)) over (partition by c.holder_id) as all_shares
               from certificate c
              where c.issuer_id = $1 and c.issued_on <= $2 and c.canceled_on > $2 and not c.is_treasury
                and c.class_id = any($3::bigint[])
              group by c.holder_id, c.class_id) as live
       join account a on a.issuer_id = $1 and a.holder_id = live.holder_id
       join holder h on h.id = a.holder_id`;
  return { sql, values: [issuerId, cutoff, classIds] };
}

function positionOf(row: OwnershipRow): Ownership['positions'][number] {
  return { classId: row.class_id, certificates: row.certificates, shares: row.shares };
}
