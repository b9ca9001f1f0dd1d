import type { PoolClient } from 'pg';
import type { CalendarDate } from '#lib/format/dates';
import { streamRows } from '#lib/postgres/pool';
import type { Db } from '#registry/db/session';

/** A dividend as declared. */
export type DividendTerms = {
  id: bigint;
  class_id: bigint;
  kind: 'Cash' | 'Stock' | 'Special Cash';
  status: 'Declared' | 'Paid';
  declared_on: CalendarDate;
  ex_on: CalendarDate;
  record_on: CalendarDate;
  payable_on: CalendarDate;
  rate: string | null;
  ratio: string;
  fractional_type: string;
  cash_price: string | null;
  txn_id: bigint | null;
};

/** A dividend of an issuer by its id. */
export async function findDividend(
  db: Db,
  issuerId: bigint,
  dividendId: bigint,
): Promise<DividendTerms | undefined> {
  const { rows } = await db.query<DividendTerms>(
    `select id, class_id, kind, status, declared_on, ex_on, record_on, payable_on, rate, ratio, fractional_type,
            cash_price, txn_id
       from dividend where issuer_id = $1 and id = $2`,
    [issuerId, dividendId],
  );
  return rows[0];
}

/** What one account gets. For a stock dividend `gross` is the cash for its fraction. */
export type DividendPayment = {
  customer_id: string;
  name: string;
  name2: string;
  name3: string;
  shares: bigint;
  gross: string;
  withholding_code: string;
  withheld: string;
  net: string;
  method: string;
  reference: string;
  state: string;
  new_shares: bigint;
  fraction_numerator: bigint;
  fraction_denominator: bigint;
  prefix: string | null;
  number: bigint | null;
};

/** Columns of a `DividendPayment`, of the tables below. */
export const paymentColumns = `h.customer_id, h.name, h.name2, h.name3, p.shares, p.gross, p.withholding_code, p.withheld,
            p.net, p.method, p.reference, p.state, p.new_shares, p.fraction_numerator, p.fraction_denominator, c.prefix,
            c.number`;

/** The payments of the paid dividend $2 of the issuer $1, with their holders and the certificates of a stock dividend. */
export const paymentsOf = `from dividend_payment p
       join account a on a.issuer_id = $1 and a.holder_id = p.holder_id
       join holder h on h.id = p.holder_id
       left join certificate c on c.issuer_id = $1 and c.id = p.certificate_id
      where p.issuer_id = $1 and p.dividend_id = $2`;

/** The payments of a paid dividend, frozen at its record date, by sort name through a cursor. */
export function dividendPayments(
  client: PoolClient,
  issuerId: bigint,
  dividendId: bigint,
): AsyncGenerator<DividendPayment, void, undefined> {
  return streamRows<DividendPayment>(
    client,
    `select ${paymentColumns} ${paymentsOf}
      order by a.sort_key, a.holder_id`,
    [issuerId, dividendId],
    1000,
  );
}

/** The expected payments of a declared dividend: the holders of the record date, before withholding. */
export function dividendHolders(
  client: PoolClient,
  issuerId: bigint,
  terms: DividendTerms,
): AsyncGenerator<DividendPayment, void, undefined> {
  return streamRows<DividendPayment>(
    client,
    `select h.customer_id, h.name, h.name2, h.name3, held.shares,
            round(held.shares * coalesce($4::numeric, 0), 2)::text as gross, '' as withholding_code, '0.00' as withheld,
            round(held.shares * coalesce($4::numeric, 0), 2)::text as net, a.pays_by as method, '' as reference,
            'Declared' as state, 0::bigint as new_shares, 0::bigint as fraction_numerator,
            1::bigint as fraction_denominator, null::text as prefix, null::bigint as number
       from (select holder_id, sum(shares)::bigint as shares from certificate
              where issuer_id = $1 and class_id = $2 and issued_on <= $3 and canceled_on > $3 and not is_treasury
              group by holder_id) as held
       join account a on a.issuer_id = $1 and a.holder_id = held.holder_id
       join holder h on h.id = held.holder_id
      order by a.sort_key, a.holder_id`,
    [issuerId, terms.class_id, terms.record_on, terms.rate],
    1000,
  );
}
