// Page of the control book's entries in a period.

import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';
import { type Page, pageOf } from './page.ts';

export type ControlEntry = {
  id: bigint;
  class_id: bigint;
  effective_on: CalendarDate;
  recorded_at: string;
  kind: string;
  sub_kind: string | null;
  credited_shares: bigint;
  debited_shares: bigint;
  treasury_delta: bigint;
  reserved_delta: bigint;
  authorized_delta: bigint;
  authority: string;
  txn_id: bigint | null;
  customer_id: bigint | null;
  note: string;
};

/** Entries of the control book effective in a period, both days included, in effective order. */
export function controlEntryPage(
  db: Db,
  issuerId: bigint,
  from: CalendarDate,
  to: CalendarDate,
  page: Page,
): Promise<{ total: bigint; rows: ControlEntry[] }> {
  return pageOf<ControlEntry>(
    db,
    {
      columns: `e.id, e.class_id, e.effective_on,
        to_char(e.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as recorded_at, e.kind, t.sub_kind,
        e.credited_shares, e.debited_shares, e.treasury_delta, e.reserved_delta, e.authorized_delta, e.authority,
        e.txn_id, t.customer_id, e.note`,
      from: `from control_entry e left join txn t on t.issuer_id = $1 and t.id = e.txn_id
       where e.issuer_id = $1 and e.effective_on between $2 and $3`,
      order: 'e.effective_on, e.id',
      values: [issuerId, from, to],
    },
    page,
  );
}
