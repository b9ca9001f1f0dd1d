import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';
import { type Page, pageOf } from './page.ts';

/** What the clock of an item depends on. */
export type ClockItem = {
  kind: string;
  status: string;
  is_routine: boolean;
  received_on: CalendarDate;
  completed_on: CalendarDate | null;
  rejected_on: CalendarDate | null;
};

export type ReceivedItem = ClockItem & { id: bigint; customer_id: bigint | null; sub_kind: string };

const from = `from txn t left join rejection r on r.issuer_id = t.issuer_id and r.txn_id = t.id
  where t.issuer_id = $1 and t.received_on between $2 and $3 and t.kind in ('T', 'C', 'R') and t.is_presented`;
const clock = 't.kind, t.status, t.is_routine, t.received_on, t.completed_on, r.rejected_on';

/** Items presented in a period: transfers, conversions and retirements, whatever their result. */
export function receivedItemPage(
  db: Db,
  issuerId: bigint,
  first: CalendarDate,
  last: CalendarDate,
  page: Page,
): Promise<{ total: bigint; rows: ReceivedItem[] }> {
  const values = [issuerId, first, last];
  const columns = `t.id, t.customer_id, t.sub_kind, ${clock}`;
  return pageOf<ReceivedItem>(db, { columns, from, order: 't.received_on, t.id', values }, page);
}

/** The same items as numbers of equal ones: a period has few different days. */
export async function receivedItemCounts(
  db: Db,
  issuerId: bigint,
  first: CalendarDate,
  last: CalendarDate,
): Promise<(ClockItem & { items: bigint })[]> {
  const { rows } = await db.query<ClockItem & { items: bigint }>(
    `select ${clock}, count(*) as items ${from} group by ${clock}`,
    [issuerId, first, last],
  );
  return rows;
}
