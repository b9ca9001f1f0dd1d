// Rows behind the figures of Form TA-2.

import type { CalendarDate } from '#lib/format/dates';
import type { SentReportKind } from '../db/sent-report-kinds.ts';
import type { Db } from '../db/session.ts';
import { type Page, pageOf } from './facts/page.ts';
import type { Ta2Period } from './ta2-counts.ts';

/** Cash paid for fractions by one transaction in one class; `amount` is decimal text. */
export type CashInLieu = {
  issuer_id: bigint;
  class_id: bigint;
  txn_id: bigint;
  customer_id: bigint | null;
  kind: string;
  paid_on: CalendarDate;
  accounts: bigint;
  amount: string;
};

/**
 * Cash in lieu of fractions paid in the period: that of a stock dividend on its day of payment, any other on the day the
 * transaction took effect. Without transactions that a correction reversed.
 */
export async function ta2CashInLieu(
  db: Db,
  issuerIds: readonly bigint[],
  period: Ta2Period,
): Promise<CashInLieu[]> {
  const { rows } = await db.query<CashInLieu>(
    `select l.issuer_id, l.class_id, l.txn_id, t.customer_id, t.kind, coalesce(d.payable_on, t.effective_on) as paid_on,
            count(*) as accounts, sum(l.amount) as amount
       from cash_in_lieu l join txn t on t.issuer_id = l.issuer_id and t.id = l.txn_id
       left join dividend d on d.issuer_id = l.issuer_id and d.txn_id = l.txn_id
      where l.issuer_id = any($1::bigint[]) and t.status = 'Completed'
        and coalesce(d.payable_on, t.effective_on) between $2 and $3
        and not exists (select 1 from txn r where r.issuer_id = l.issuer_id and r.reverses_txn = l.txn_id)
      group by l.issuer_id, l.class_id, l.txn_id, t.customer_id, t.kind, d.payable_on, t.effective_on
     having sum(l.amount) > 0
      order by l.issuer_id, paid_on, l.txn_id, l.class_id`,
    [issuerIds, period.from, period.to],
  );
  return rows;
}

/** A report to the regulatory agency that was recorded as sent. */
export type FiledReport = {
  kind: SentReportKind;
  period_end: CalendarDate;
  sent_on: CalendarDate;
  sent_to: string;
  file_name: string;
};

/** The reports to the agency that were sent in the period, oldest first. */
export async function ta2FiledReports(db: Db, period: Ta2Period): Promise<FiledReport[]> {
  const { rows } = await db.query<FiledReport>(
    `select kind, period_end, sent_on, sent_to, file_name from sent_report
      where issuer_id is null and sent_on between $1 and $2 order by sent_on, id`,
    [period.from, period.to],
  );
  return rows;
}

/** A record difference that is open at the period's end, with the last price until then. */
export type DifferenceRow = {
  issuer_id: bigint;
  class_id: bigint;
  existed_since: CalendarDate;
  shares: bigint;
  cause: string;
  by_prior_agent: boolean;
  price: string | null;
};

export async function ta2DifferenceRows(
  db: Db,
  issuerIds: readonly bigint[],
  to: CalendarDate,
): Promise<DifferenceRow[]> {
  const { rows } = await db.query<DifferenceRow>(
    `select d.issuer_id, d.class_id, coalesce(d.existed_since, d.opened_on) as existed_since, d.shares, d.cause, d.by_prior_agent,
            (select p.amount from price p
              where p.issuer_id = d.issuer_id and p.class_id = d.class_id and p.day <= $2
              order by p.day desc limit 1) as price
       from record_difference d
      where d.issuer_id = any($1::bigint[]) and d.opened_on <= $2 and (d.resolved_on is null or d.resolved_on > $2)
      order by d.issuer_id, d.opened_on, d.id`,
    [issuerIds, to],
  );
  return rows;
}

export type NamedClass = { id: bigint; name: string; code: string };

/** The classes that were opened by a day. */
export async function ta2ClassNames(
  db: Db,
  issuerIds: readonly bigint[],
  to: CalendarDate,
): Promise<NamedClass[]> {
  const { rows } = await db.query<NamedClass>(
    'select id, name, code from security_class where issuer_id = any($1::bigint[]) and opened_on <= $2',
    [issuerIds, to],
  );
  return rows;
}

/** A row behind a figure, before names of classes are added. */
export type Ta2ListRow = {
  issuer_id: bigint;
  class_id: bigint | null;
  text: string;
  holder: string;
  account: string;
  txn_id: bigint | null;
  customer_id: bigint | null;
  kind: string;
  on_day: CalendarDate | null;
  amount: string;
  is_counted: boolean;
};

const noHolder = `'' as holder, '' as account`;

/** Transfers, conversions and retirements received in the period, those first that nobody presented (4(a)). */
export const ta2ItemPage = (db: Db, issuerIds: readonly bigint[], period: Ta2Period, page: Page) =>
  pageOf<Ta2ListRow>(
    db,
    {
      columns: `t.issuer_id, null::bigint as class_id, t.status as text, ${noHolder}, t.id as txn_id, t.customer_id, t.kind,
                t.received_on as on_day, '' as amount, t.is_presented as is_counted`,
      from: `from txn t where t.issuer_id = any($1::bigint[]) and t.received_on between $2 and $3
               and t.kind in ('T', 'C', 'R')`,
      order: 't.is_presented, t.issuer_id, t.received_on, t.id',
      values: [issuerIds, period.from, period.to],
    },
    page,
  );

/** Items received in the period that nobody presented for transfer. */
export async function ta2NotPresented(
  db: Db,
  issuerIds: readonly bigint[],
  period: Ta2Period,
): Promise<bigint> {
  const { rows } = await db.query<{ items: bigint }>(
    `select count(*) as items from txn where issuer_id = any($1::bigint[]) and received_on between $2 and $3
        and kind in ('T', 'C', 'R') and not is_presented`,
    [issuerIds, period.from, period.to],
  );
  return rows[0]?.items ?? 0n;
}

/** Which accounts of a class a list shows. */
export type AccountTest = 'all' | 'plan' | 'direct';

const accountTests: Readonly<Record<AccountTest, string>> = {
  all: 'true',
  plan: 'm.holder_id is not null',
  direct: 'k.is_drs_eligible and held.has_book and not h.is_nominee',
};

/** Accounts with outstanding shares at the period's end, one row for each class (4(b) and 5). */
export const ta2AccountPage = (
  db: Db,
  classIds: readonly bigint[],
  issuerIds: readonly bigint[],
  to: CalendarDate,
  test: AccountTest,
  page: Page,
) =>
  pageOf<Ta2ListRow>(
    db,
    {
      columns: `held.issuer_id, held.class_id, h.name as text, h.name as holder, h.customer_id as account,
                null::bigint as txn_id, null::bigint as customer_id, '' as kind, null::date as on_day,
                held.shares::text as amount, true as is_counted`,
      from: `from (select c.issuer_id, c.class_id, c.holder_id, sum(c.shares) as shares,
                          bool_or(c.form = 'BookEntry') as has_book
                     from certificate c
                    where c.issuer_id = any($1::bigint[]) and c.class_id = any($2::bigint[]) and c.issued_on <= $3
                      and c.canceled_on > $3 and not c.is_treasury
                    group by c.issuer_id, c.class_id, c.holder_id) as held
             join security_class k on k.issuer_id = held.issuer_id and k.id = held.class_id
             join holder h on h.id = held.holder_id
             left join plan_member m on m.issuer_id = held.issuer_id and m.class_id = held.class_id
              and m.holder_id = held.holder_id and m.joined_on <= $3 and (m.left_on is null or m.left_on > $3)
            where ${accountTests[test]}`,
      order: 'held.issuer_id, held.class_id, h.sort_name, h.customer_id',
      values: [issuerIds, classIds, to],
    },
    page,
  );

/** Remittances to states in the period; those that a correction reversed are not counted (11(b)). */
export const ta2RemittedPage = (db: Db, issuerIds: readonly bigint[], period: Ta2Period, page: Page) =>
  pageOf<Ta2ListRow>(
    db,
    {
      columns: `e.issuer_id, null::bigint as class_id, e.state as text, h.name as holder, h.customer_id as account,
                e.txn_id, t.customer_id, '' as kind, e.remitted_on as on_day, '' as amount,
                not exists (select 1 from txn r where r.issuer_id = e.issuer_id and r.reverses_txn = e.txn_id) as is_counted`,
      from: `from escheat e join holder h on h.id = e.holder_id
               left join txn t on t.issuer_id = e.issuer_id and t.id = e.txn_id
              where e.issuer_id = any($1::bigint[]) and e.remitted_on between $2 and $3`,
      order: 'e.issuer_id, e.remitted_on, e.id',
      values: [issuerIds, period.from, period.to],
    },
    page,
  );
