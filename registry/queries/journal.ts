// Completed transactions of a period with their certificates, page by page.

import type { PoolClient } from 'pg';
import type { CalendarDate } from '#lib/format/dates';
import { streamRows } from '#lib/postgres/pool';
import type { Db } from '../db/session.ts';
import { type HolderWithAddress, holdersById } from './holder-records.ts';
import { lastingId, type SideKey, sidesOfIssuers as sides } from './positions.ts';

/** Completed transactions of some issuers whose chosen date is in a period; both ends included. */
export type JournalSelection = {
  issuerIds: readonly bigint[];
  dateBy: 'EffectiveDate' | 'ProcessDate' | 'ReceivedDate' | 'CompletedDate';
  from: CalendarDate;
  to: CalendarDate;
  /** One letter, or '' for all types. */
  kind: string;
  /** The zone whose calendar day a transaction's process date is. */
  timeZone: string;
};

export type JournalTransaction = {
  issuer_id: bigint;
  id: bigint;
  customer_id: bigint | null;
  kind: string;
  sub_kind: string;
  invoice_number: bigint | null;
  charge_amount: string;
  presentor: string;
  received_on: CalendarDate;
  /** The calendar day of posting in the registry's zone. */
  processed_on: CalendarDate;
  effective_on: CalendarDate;
  completed_on: CalendarDate;
  ratio_numerator: bigint | null;
  ratio_denominator: bigint | null;
  comments: string;
  transfer_from: string;
  issued_to: string;
};

/** A certificate that a transaction canceled or issued, including treasury's; of a position the shares it moved. */
export type JournalLine = {
  issuer_id: bigint;
  txn_id: bigint;
  is_issued: boolean;
  holder_id: bigint;
  class_id: bigint;
  id: bigint;
  customer_id: bigint | null;
  prefix: string;
  number: bigint;
  restriction: string;
  issued_on: CalendarDate;
  shares: bigint;
  is_treasury: boolean;
};

/** The transactions, with the calendar day of posting in the registry's zone. */
const txns = `(select *, (processed_at at time zone $5::text)::date as processed_on from txn) as t`;
const dates = {
  EffectiveDate: 't.effective_on',
  ProcessDate: 't.processed_on',
  ReceivedDate: 't.received_on',
  CompletedDate: 't.completed_on',
} as const;

/** `id` is the column with the id of the transaction. */
function chosen(
  selection: JournalSelection,
  id = 't.id',
): { where: string; order: string; values: unknown[] } {
  const date = dates[selection.dateBy];
  return {
    where: `t.issuer_id = any($1::bigint[]) and t.status = 'Completed' and ${date} >= $2 and ${date} <= $3
      and ($4::text = '' or t.kind = $4)`,
    order: `${date}, coalesce(t.customer_id, ${id}), t.issuer_id, ${id}`,
    values: [selection.issuerIds, selection.from, selection.to, selection.kind, selection.timeZone],
  };
}

/** The displayed transaction number: the customer's key, else the registry's own. */
export function transactionNumber(row: { id: bigint; customer_id: bigint | null }): bigint {
  return row.customer_id ?? row.id;
}

function transactionsOf(selection: JournalSelection): { sql: string; values: unknown[] } {
  const { where, order, values } = chosen(selection);
  const sql = `select t.issuer_id, t.id, t.customer_id, t.kind, t.sub_kind, t.invoice_number, t.charge_amount, t.presentor,
            t.received_on, t.processed_on, t.effective_on, t.completed_on, t.ratio_numerator,
            t.ratio_denominator, t.comments, t.transfer_from, t.issued_to
       from ${txns} where ${where} order by ${order}`;
  return { sql, values };
}

/** The transactions of a journal by the chosen date, then number. */
export async function journalTransactions(
  db: Db,
  selection: JournalSelection,
): Promise<JournalTransaction[]> {
  const { sql, values } = transactionsOf(selection);
  const { rows } = await db.query<JournalTransaction>(sql, values);
  return rows;
}

/** The number of transactions in a journal. */
export async function countJournal(db: Db, selection: JournalSelection): Promise<number> {
  const { where, values } = chosen(selection);
  const { rows } = await db.query<{ n: bigint }>(`select count(*) as n from ${txns} where ${where}`, values);
  return Number(rows[0]?.n);
}

/** A page of a journal, with the certificates of each transaction, canceled before issued. */
export type JournalBatch = {
  transactions: readonly JournalTransaction[];
  linesOf: ReadonlyMap<bigint, readonly JournalLine[]>;
  holders: ReadonlyMap<bigint, HolderWithAddress>;
};

const batchRows = 500;

/**
 * The whole journal with certificates and holders, in batches, so that memory use does not grow with the
 * period. `client` must be inside a snapshot; other queries may use it between batches.
 */
export async function* journalBatches(
  client: PoolClient,
  selection: JournalSelection,
): AsyncGenerator<JournalBatch, void, undefined> {
  const { sql, values } = transactionsOf(selection);
  const name = `journal_${++cursors}`;
  await client.query(`declare ${name} no scroll cursor for ${sql}`, values);
  for (;;) {
    const { rows } = await client.query<JournalTransaction>(`fetch ${batchRows} from ${name}`);
    if (rows.length === 0) break;
    const linesOf = new Map<bigint, JournalLine[]>();
    const holderIds = new Set<bigint>();
    for (const line of await linesOfThese(client, rows)) {
      const known = linesOf.get(line.txn_id);
      if (known) known.push(line);
      else linesOf.set(line.txn_id, [line]);
      holderIds.add(line.holder_id);
    }
    yield { transactions: rows, linesOf, holders: await holdersById(client, [...holderIds]) };
  }
  await client.query(`close ${name}`);
}

/** For unique cursor names: one transaction may have several cursors. */
let cursors = 0;

async function linesOfThese(db: Db, rows: readonly JournalTransaction[]): Promise<JournalLine[]> {
  const side = (key: SideKey) => `
    select c.issuer_id, c.${key} as txn_id, ${sides[key].isIssued} as is_issued, c.holder_id, c.class_id, ${lastingId} as id,
           c.customer_id, c.prefix, c.number, c.restriction, ${sides[key].issuedOn} as issued_on, ${sides[key].shares} as shares,
           c.is_treasury
      from unnest($2::bigint[], $3::bigint[]) as t(issuer_id, id)
      join certificate c on c.issuer_id = t.issuer_id and c.${key} = t.id and ${sides[key].where}
     where c.issuer_id = any($1::bigint[])`;
  const { rows: lines } = await db.query<JournalLine>(
    `select * from (${side('canceled_txn')} union all ${side('issued_txn')}) as line
      order by txn_id, is_issued, id`,
    [
      [...new Set(rows.map((row) => row.issuer_id))],
      rows.map((row) => row.issuer_id),
      rows.map((row) => row.id),
    ],
  );
  return lines;
}

/**
 * Every certificate line of the same transactions in the same order, canceled before issued, through a cursor.
 * `client` must be inside the snapshot that read the transactions.
 *
 * What it is sorted by has the same name inside and outside: Citus sends such a statement without the alias t, and a bare
 * name means the column outside.
 */
export function journalLines(
  client: PoolClient,
  selection: JournalSelection,
): AsyncGenerator<JournalLine, void, undefined> {
  const { where, order, values } = chosen(selection, 't.txn_id');
  const side = (key: SideKey) => `
    select t.issuer_id, t.id as txn_id, t.customer_id, t.effective_on, t.received_on, t.completed_on, t.processed_on,
           ${sides[key].isIssued} as is_issued, c.holder_id, c.class_id, ${lastingId} as id,
           c.customer_id as certificate_customer_id, c.prefix, c.number, c.restriction, ${sides[key].issuedOn} as issued_on,
           ${sides[key].shares} as shares, c.is_treasury
      from ${txns} join certificate c on c.issuer_id = t.issuer_id and c.${key} = t.id and ${sides[key].where}
     where ${where} and c.issuer_id = any($1::bigint[])`;
  return streamRows<JournalLine>(
    client,
    `select t.issuer_id, t.txn_id, t.is_issued, t.holder_id, t.class_id, t.id,
            t.certificate_customer_id as customer_id, t.prefix, t.number, t.restriction,
            t.issued_on, t.shares, t.is_treasury
       from (${side('canceled_txn')} union all ${side('issued_txn')}) as t
      order by ${order}, t.is_issued, t.id`,
    values,
    1000,
  );
}
