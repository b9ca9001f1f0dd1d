// Page of the payments of a dividend, paid or expected.

import type { Db } from '#registry/db/session';
import {
  type DividendPayment,
  type DividendTerms,
  paymentColumns,
  paymentsOf,
} from '../reports/dividend-details.ts';
import { type Page, pageOf } from './page.ts';

export type PaymentFact = DividendPayment & { holder_id: bigint };

const order = 'a.sort_key, a.holder_id';

/** Payments of a paid dividend, frozen at its record date, by sort name. */
export function paidPage(
  db: Db,
  issuerId: bigint,
  dividendId: bigint,
  page: Page,
): Promise<{ total: bigint; rows: PaymentFact[] }> {
  return pageOf<PaymentFact>(
    db,
    {
      columns: `h.id as holder_id, ${paymentColumns}`,
      from: paymentsOf,
      order,
      values: [issuerId, dividendId],
    },
    page,
  );
}

/** Expected payments of a declared dividend: the holders of the record date, before withholding. */
export function declaredPage(
  db: Db,
  issuerId: bigint,
  { class_id, record_on, rate }: DividendTerms,
  page: Page,
): Promise<{ total: bigint; rows: PaymentFact[] }> {
  return pageOf<PaymentFact>(
    db,
    {
      columns: `h.id as holder_id, h.customer_id, h.name, h.name2, h.name3, held.shares, held.gross, '' as withholding_code,
        '0.00' as withheld, held.gross as net, a.pays_by as method, '' as reference, 'Declared' as state, 0::bigint as new_shares,
        0::bigint as fraction_numerator, 1::bigint as fraction_denominator, null::text as prefix,
        null::bigint as number`,
      from: `from (select holder_id, sum(shares)::bigint as shares,
                          round(sum(shares) * coalesce($4::numeric, 0), 2)::text as gross
                     from certificate
                    where issuer_id = $1 and class_id = $2 and issued_on <= $3 and canceled_on > $3 and not is_treasury
                    group by holder_id) as held
        join account a on a.issuer_id = $1 and a.holder_id = held.holder_id
        join holder h on h.id = held.holder_id`,
      order,
      values: [issuerId, class_id, record_on, rate],
    },
    page,
  );
}
