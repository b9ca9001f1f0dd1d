// Page of rejections by day of rejection.

import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';
import { type RejectedItem, rejectedBetween, rejectedColumns } from '../reports/rejections.ts';
import { type Page, pageOf } from './page.ts';

export type RejectionFact = RejectedItem & { customer_issuer_id: bigint };

/** Rejections of every kind by day of rejection, both ends included. */
export function rejectionPage(
  db: Db,
  issuerIds: readonly bigint[],
  from: CalendarDate,
  to: CalendarDate,
  page: Page,
): Promise<{ total: bigint; rows: RejectionFact[] }> {
  return pageOf<RejectionFact>(
    db,
    {
      columns: `${rejectedColumns}, i.customer_id as customer_issuer_id`,
      from: rejectedBetween,
      order: 'r.rejected_on, r.issuer_id, r.id',
      values: [issuerIds, from, to],
    },
    page,
  );
}
