/** Deposits and withdrawals, as the depository reported them and as the register has them. */
import type { CalendarDate } from '#lib/format/dates';
import type { BookedMovement, ReportedMovement } from '#lib/proof/depository/match';
import type { Db } from '#registry/db/session';
import { transactionNumber } from '../journal.ts';

/** A movement older than this many days explains nothing. */
const lookBackDays = 366;
/**
 * Posted movements of these days before the first file may be partners of its movements, and posted transactions of
 * these days before a file may explain its breaks.
 */
const partnerDays = 30;

export type Question = { file: { id: number; as_of: CalendarDate }; issuerIds: readonly bigint[] };

/** The latest report of each movement up to the day of the file, by CUSIP. */
export async function reportedMovements(
  db: Db,
  { file }: Question,
): Promise<{ firstDay: CalendarDate; byCusip: Map<string, ReportedMovement[]> }> {
  const first = await db.query<{ day: CalendarDate | null }>(
    'select min(as_of) as day from depository_file where as_of <= $1 and as_of > $1::date - $2::int',
    [file.as_of, lookBackDays],
  );
  const { rows } = await db.query<ReportedMovement & { cusip: string }>(
    `select distinct on (m.cusip, m.reference, m.direction)
            m.cusip, m.reference, m.direction, m.moved_on as day, m.shares, m.status
       from depository_file f join depository_movement m on m.file_id = f.id
      where f.id = $1
         or (f.as_of < $2 and f.as_of > $2::date - $3::int
             and not exists (select 1 from depository_file n where n.as_of = f.as_of and n.sequence > f.sequence))
      order by m.cusip, m.reference, m.direction, f.as_of desc`,
    [file.id, file.as_of, lookBackDays],
  );
  const byCusip = new Map<string, ReportedMovement[]>();
  for (const { cusip, ...one } of rows) {
    const list = byCusip.get(cusip);
    if (list) list.push(one);
    else byCusip.set(cusip, [one]);
  }
  return { firstDay: first.rows[0]?.day ?? file.as_of, byCusip };
}

export type Booked = BookedMovement & { issuerId: bigint; classId: bigint; txnId: bigint };

type PostedRow = {
  issuer_id: bigint;
  class_id: bigint;
  id: bigint;
  customer_id: bigint | null;
  day: CalendarDate;
  net: bigint;
  reference: string | null;
};

/** What the nominee received less what it surrendered, by transaction; `$1` are the issuers. */
const nomineeNet = `
  select c.issuer_id, c.class_id, c.issued_txn as txn_id, c.shares
    from certificate c join holder h on h.id = c.holder_id and h.is_nominee
   where c.issuer_id = any ($1::bigint[]) and not c.is_treasury
  union all
  select c.issuer_id, c.class_id, c.canceled_txn, -c.shares
    from certificate c join holder h on h.id = c.holder_id and h.is_nominee
   where c.issuer_id = any ($1::bigint[]) and not c.is_treasury and c.canceled_txn is not null`;

/** Deposits and withdrawals that were posted at the close of the day. */
export async function postedMovements(
  db: Db,
  { file, issuerIds }: Question,
  firstDay: CalendarDate,
): Promise<Booked[]> {
  const { rows } = await db.query<PostedRow>(
    `select t.issuer_id, n.class_id, t.id, t.customer_id, t.effective_on as day, sum(n.shares)::bigint as net,
            (select max(i.depository_reference) from item i
              where i.issuer_id = any ($1::bigint[]) and i.issuer_id = t.issuer_id and i.txn_id = t.id) as reference
       from (${nomineeNet}) as n
       join txn t on t.issuer_id = n.issuer_id and t.id = n.txn_id
      where t.issuer_id = any ($1::bigint[])
        and t.status = 'Completed' and t.sub_kind in ('Depository deposit', 'Depository withdrawal')
        and t.effective_on <= $2 and t.effective_on >= $3::date - $4::int
      group by t.issuer_id, n.class_id, t.id, t.customer_id, t.effective_on
     having sum(n.shares) <> 0`,
    [issuerIds, file.as_of, firstDay, partnerDays],
  );
  return rows.map((row) => ({
    issuerId: row.issuer_id,
    classId: row.class_id,
    txnId: row.id,
    reference: row.reference ?? '',
    direction: row.net > 0n ? 'Deposit' : 'Withdrawal',
    day: row.day,
    shares: row.net > 0n ? row.net : -row.net,
    isPosted: true,
    transaction: transactionNumber(row).toString(),
    isBefore: row.day < firstDay,
  }));
}

type PendingRow = Omit<PostedRow, 'net'> & { case_code: string; shares: bigint };

/** Deposits and withdrawals of the work queue that were not posted at the close of the day. */
export async function pendingMovements(db: Db, { file, issuerIds }: Question): Promise<Booked[]> {
  const { rows } = await db.query<PendingRow>(
    `select i.issuer_id, i.class_id, t.id, t.customer_id, i.received_on as day, i.case_code, i.shares,
            i.depository_reference as reference
       from item i join txn t on t.issuer_id = i.issuer_id and t.id = i.txn_id
      where i.issuer_id = any ($1::bigint[]) and i.case_code in ('Deposit', 'Withdrawal')
        and i.class_id is not null and i.shares is not null and i.stage not in ('Rejected', 'Canceled')
        and (t.status = 'Pending' or (t.status = 'Completed' and t.effective_on > $2))`,
    [issuerIds, file.as_of],
  );
  return rows.map((row) => ({
    issuerId: row.issuer_id,
    classId: row.class_id,
    txnId: row.id,
    reference: row.reference ?? '',
    direction: row.case_code === 'Deposit' ? 'Deposit' : 'Withdrawal',
    day: row.day,
    shares: row.shares,
    isPosted: false,
    transaction: transactionNumber(row).toString(),
  }));
}

export type MovedByNominee = {
  issuerId: bigint;
  classId: bigint;
  txnId: bigint;
  number: string;
  net: bigint;
};

/** What completed transactions of the last days moved for the nominee: an old one explains no break of today. */
export async function nomineeMoves(
  db: Db,
  { file, issuerIds }: Question,
  txnIds: readonly bigint[],
): Promise<MovedByNominee[]> {
  if (txnIds.length === 0) return [];
  const { rows } = await db.query<PostedRow>(
    `select t.issuer_id, n.class_id, t.id, t.customer_id, sum(n.shares)::bigint as net
       from (${nomineeNet}) as n
       join txn t on t.issuer_id = n.issuer_id and t.id = n.txn_id
      where t.status = 'Completed' and t.effective_on <= $2
        and t.effective_on > $2::date - $4::int and t.id = any ($3::bigint[])
      group by t.issuer_id, n.class_id, t.id, t.customer_id`,
    [issuerIds, file.as_of, txnIds, partnerDays],
  );
  return rows.map((row) => ({
    issuerId: row.issuer_id,
    classId: row.class_id,
    txnId: row.id,
    number: transactionNumber(row).toString(),
    net: row.net,
  }));
}
