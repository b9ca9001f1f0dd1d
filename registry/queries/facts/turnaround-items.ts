// Items received or counted in a period, for their turnaround.

import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';
import { dayZero, dayZeroBetween, itemOfTxn } from '../day-zero.ts';
import { type Page, pageOf } from './page.ts';

/** What the clock of an item depends on. */
export type ClockItem = {
  kind: string;
  status: string;
  is_routine: boolean;
  counted_from: CalendarDate;
  done_on: CalendarDate | null;
  effective_on: CalendarDate | null;
};

export type ReceivedItem = ClockItem & {
  id: bigint;
  customer_id: bigint | null;
  sub_kind: string;
  received_on: CalendarDate;
  completed_on: CalendarDate | null;
  rejected_on: CalendarDate | null;
};

const from = (isInPeriod: string) =>
  `from txn t left join rejection r on r.issuer_id = t.issuer_id and r.txn_id = t.id ${itemOfTxn}
  where t.issuer_id = $1 and ${isInPeriod} and t.kind in ('T', 'C', 'R') and t.is_presented`;
const clock = `t.kind, t.status, t.is_routine, ${dayZero} as counted_from,
  coalesce(t.completed_on, r.rejected_on) as done_on, t.effective_on`;

/** Items presented in a period: transfers, conversions and retirements, whatever their result. */
export function receivedItemPage(
  db: Db,
  issuerId: bigint,
  first: CalendarDate,
  last: CalendarDate,
  page: Page,
): Promise<{ total: bigint; rows: ReceivedItem[] }> {
  const values = [issuerId, first, last];
  const columns = `t.id, t.customer_id, t.sub_kind, t.received_on, t.completed_on, r.rejected_on, ${clock}`;
  const received = from('t.received_on between $2 and $3');
  return pageOf<ReceivedItem>(db, { columns, from: received, order: 't.received_on, t.id', values }, page);
}

/** The items counted in a period, by their day 0, as numbers of equal ones: a period has few different days. */
export async function receivedItemCounts(
  db: Db,
  issuerId: bigint,
  first: CalendarDate,
  last: CalendarDate,
): Promise<(ClockItem & { items: bigint })[]> {
  const { rows } = await db.query<ClockItem & { items: bigint }>(
    `select kind, status, is_routine, counted_from, done_on, effective_on, count(*) as items
       from (select ${clock} ${from(dayZeroBetween('$2', '$3'))}) as counted
      group by 1, 2, 3, 4, 5, 6`,
    [issuerId, first, last],
  );
  return rows;
}
