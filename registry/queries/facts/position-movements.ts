// Page of the movements of a nominee's position.

import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';
import { type Page, pageOf } from './page.ts';

export type MovementFact = {
  movement: number;
  effective_on: CalendarDate;
  txn_id: bigint;
  txn_customer_id: bigint | null;
  kind: string;
  sub_kind: string;
  moved: bigint;
  /** Shares of the position after the movement. */
  balance: bigint;
};

/**
 * Movements of the position that a certificate belongs to, newest first: one for each of its rows, and the one that
 * ended it. None for a certificate that no movement has touched.
 */
export function movementPage(
  db: Db,
  issuerId: bigint,
  certificateId: bigint,
  page: Page,
): Promise<{ total: bigint; rows: MovementFact[] }> {
  return pageOf<MovementFact>(
    db,
    {
      columns: `m.movement, m.effective_on, m.txn_id, t.customer_id as txn_customer_id, t.kind, t.sub_kind, m.moved, m.balance`,
      from: `from certificate f
       join certificate c on c.issuer_id = f.issuer_id and c.class_id = f.class_id and c.prefix = f.prefix
        and c.number = f.number and c.position_id = f.position_id
       cross join lateral (
         select c.movement, c.issued_on as effective_on, c.issued_txn as txn_id, c.moved_shares as moved,
                c.shares as balance
         union all
         select c.movement + 1, c.canceled_on, c.canceled_txn, -c.shares, 0
          where c.canceled_txn is not null and not c.is_replaced) as m
       join txn t on t.issuer_id = $1 and t.id = m.txn_id
      where f.issuer_id = $1 and f.id = $2`,
      order: 'm.movement desc',
      values: [issuerId, certificateId],
    },
    page,
  );
}
