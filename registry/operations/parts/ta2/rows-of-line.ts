// Lists the rows behind one figure of the TA-2 worksheet.

import type { Ta2Kind } from '#lib/contract/agent/ta2-form';
import type { ExactResponseFor } from '#lib/contract/index';
import { type CalendarDate, daysBetween, formatDate, formatMonth } from '#lib/format/dates';
import { formatPerShare } from '#lib/format/money';
import { formatShares } from '#lib/format/shares';
import type { Db } from '#registry/db/session';
import type { Page } from '#registry/queries/facts/page';
import { type Issuer, listIssuers } from '#registry/queries/issuers';
import type { Ta2Class } from '#registry/queries/ta2-counts';
import {
  type AccountTest,
  type CashInLieu,
  type NamedClass,
  type Ta2ListRow,
  ta2AccountPage,
  ta2ClassNames,
  ta2ItemPage,
  ta2RemittedPage,
} from '#registry/queries/ta2-rows';
import { fromCents } from '../report/cents.ts';
import { filedFor, type PaidDividend, type Ta2Figures, ta2Figures } from './figures.ts';
import { byKind, sumCents, ta2Period } from './model.ts';

export type ShownRow = ExactResponseFor<'GetTA2Rows'>['rows'][number];
type Rows = { total: number | bigint; rows: ShownRow[] };

const empty: ShownRow = {
  ...{ customerIssuerId: null, issuer: '', security: '', text: '', customerShareholderId: '' },
  ...{ controlTransactionId: null, transactionId: null, date: null, amount: '' },
  ...{ isCounted: true, reason: '' },
};

const types: Readonly<Record<string, string>> = { T: 'Transfer', C: 'Conversion', R: 'Retirement' };

/**
 * The rows behind the figure of a line, and rows that a reader would expect in it and that are not counted, with the
 * reason. The counted rows add up to the recorded figure.
 */
export async function rowsOfLine(
  db: Db,
  { year, today }: { year: number; today: CalendarDate },
  line: string,
  page: Page,
): Promise<Rows> {
  const { from, to } = ta2Period({ year }, today);
  const period = { from, to };
  const issuers = await listIssuers(db, 'all');
  const ids = issuers.map(({ id }) => id);
  const classes = await ta2ClassNames(db, ids, to);
  const name = namesOf(issuers, classes);
  const [head = '', kind] = line.split('-');
  const listed = async (
    found: { total: bigint; rows: Ta2ListRow[] },
    show: (row: Ta2ListRow) => ShownRow,
  ) => ({
    total: found.total,
    rows: found.rows.map(show),
  });
  const accounts = async (test: AccountTest, some: readonly NamedClass[]) =>
    listed(
      await ta2AccountPage(
        db,
        some.map(({ id }) => id),
        ids,
        to,
        test,
        page,
      ),
      (row) => ({
        ...empty,
        ...name.issuer(row.issuer_id),
        security: name.security(row.class_id),
        text: row.text,
        customerShareholderId: row.account,
        amount: row.amount,
      }),
    );
  switch (head) {
    case '4a':
      return listed(await ta2ItemPage(db, ids, period, page), (row) => ({
        ...empty,
        ...name.issuer(row.issuer_id),
        text: `${types[row.kind] ?? row.kind}, ${row.text.toLowerCase()}`,
        ...transaction(row),
        date: row.on_day,
        isCounted: row.is_counted,
        reason: row.is_counted ? '' : 'Not presented for transfer: instructed by the issuer',
      }));
    case '4b':
    case '5a':
      return accounts('all', classes);
    case '5b':
      return accounts('plan', classes);
    case '5c':
      return accounts('direct', classes);
    case '5d':
      return accounts(
        'all',
        classes.filter((one) => isKind(one, kind as Ta2Kind)),
      );
    case '11b':
      return listed(await ta2RemittedPage(db, ids, period, page), (row) => ({
        ...empty,
        ...name.issuer(row.issuer_id),
        text: `${row.holder}, to ${row.text}`,
        customerShareholderId: row.account,
        ...transaction(row),
        date: row.on_day,
        isCounted: row.is_counted,
        reason: row.is_counted ? '' : 'Reversed by a correction',
      }));
    default: {
      const figures = await ta2Figures(db, period, today);
      return paged(shortList(figures, head, kind, name), page);
    }
  }
}

type Names = ReturnType<typeof namesOf>;

function namesOf(issuers: readonly Issuer[], classes: readonly NamedClass[]) {
  const byIssuer = new Map(issuers.map((one) => [one.id, one]));
  const byClass = new Map(classes.map((one) => [one.id, one.name]));
  return {
    issuer: (id: bigint) => {
      const one = byIssuer.get(id);
      return { customerIssuerId: one?.customerId ?? null, issuer: one?.name ?? '' };
    },
    security: (id: bigint | null) => (id === null ? '' : (byClass.get(id) ?? '')),
  };
}

const transaction = (row: { txn_id: bigint | null; customer_id: bigint | null }) => ({
  controlTransactionId: row.txn_id,
  transactionId: row.customer_id ?? row.txn_id,
});

const isKind = (one: { code: string }, kind: Ta2Kind) => byKind([one], () => 1n)[kind] === 1n;

/** Lists of classes, dividends, months, differences and searches: few rows, all read already. */
function shortList(figures: Ta2Figures, line: string, kind: string | undefined, name: Names): ShownRow[] {
  const classRow = (one: Ta2Class): ShownRow => ({
    ...empty,
    ...name.issuer(one.issuer_id),
    security: one.name,
    text: `${formatShares(one.accounts)} ${one.accounts === 1n ? 'account' : 'accounts'}`,
  });
  switch (line) {
    case '6a':
      return figures.classes.filter((one) => isKind(one, kind as Ta2Kind)).map(classRow);
    case '7a':
      return figures.classes.filter((one) => one.has_plan).map(classRow);
    case '7b':
      return figures.classes.filter((one) => one.is_drs_eligible).map(classRow);
    case '7ci':
      return payingClasses(figures, name);
    case '7cii':
      return [
        ...figures.dividends.map((one) => dividendRow(one, name)),
        ...figures.cashInLieu.map((one) => fractionRow(one, name)),
      ];
    case '8ai':
    case '8aii':
      return differenceRows(figures, kind === 'prior', name);
    case '8b':
    case '9aii':
      return filedFor(figures, line).map((one) => ({
        ...empty,
        text: `${one.kind}, period to ${formatDate(one.period_end)}, to ${one.sent_to}: ${one.file_name}`,
        date: one.sent_on,
      }));
    case '9a':
    case '9ai':
      return figures.months.map(({ month, routineItems, withinThreeBusinessDays, percent, compliant }) => ({
        ...empty,
        text: `${formatMonth(month)}: ${formatShares(BigInt(withinThreeBusinessDays))} of ${formatShares(BigInt(routineItems))} routine items within three business days`,
        date: `${month}-01`,
        amount: `${percent}`,
        isCounted: !compliant,
        reason: compliant ? 'The standard was met' : '',
      }));
    case '11a':
      return figures.searches.map(({ searched_on, submitted, found }) => ({
        ...empty,
        text: `${formatShares(BigInt(submitted))} accounts submitted, ${formatShares(BigInt(found))} addresses found`,
        date: searched_on,
        amount: `${submitted}`,
      }));
    default:
      return [];
  }
}

/** One row for each class: its dividends are on the list of 7(c)(ii). */
function payingClasses({ dividends }: Ta2Figures, name: Names): ShownRow[] {
  const byClass = Map.groupBy(dividends, (one) => one.class_id);
  return [...byClass].flatMap(([classId, own]) =>
    own.slice(0, 1).map(({ issuer }) => ({
      ...empty,
      ...name.issuer(issuer.id),
      security: name.security(classId),
      text: `${own.length} ${own.length === 1 ? 'dividend' : 'dividends'} payable in the year`,
    })),
  );
}

function dividendRow(one: PaidDividend, name: Names): ShownRow {
  const isStock = one.kind === 'Stock';
  return {
    ...empty,
    ...name.issuer(one.issuer.id),
    security: name.security(one.class_id),
    text: isStock
      ? `Stock dividend ${one.ratio}`
      : `${one.kind} dividend, ${one.rate === null ? 'no rate' : `${formatPerShare(one.rate)} a share`}`,
    date: one.payable_on,
    amount: isStock ? '' : fromCents(sumCents([one.distribution])),
    isCounted: !isStock,
    reason: isStock ? 'Paid in shares; only its cash in lieu counts' : '',
  };
}

const causes: Readonly<Record<string, string>> = {
  D: 'a stock dividend',
  F: 'a split',
  V: 'a reverse split',
  C: 'a conversion',
};

const fractionRow = (one: CashInLieu, name: Names): ShownRow => ({
  ...empty,
  ...name.issuer(one.issuer_id),
  security: name.security(one.class_id),
  text: `Cash in lieu of fractions of ${causes[one.kind] ?? 'a transaction'}, ${formatShares(one.accounts)} ${one.accounts === 1n ? 'account' : 'accounts'}`,
  ...transaction(one),
  date: one.paid_on,
  amount: fromCents(sumCents([one.amount])),
});

function differenceRows({ differences, period }: Ta2Figures, isPrior: boolean, name: Names): ShownRow[] {
  return differences
    .filter((one) => one.by_prior_agent === isPrior)
    .map((one) => {
      const days = daysBetween(one.existed_since, period.to);
      const shares = one.shares < 0n ? -one.shares : one.shares;
      return {
        ...empty,
        ...name.issuer(one.issuer_id),
        security: name.security(one.class_id),
        text: `${formatShares(shares)} shares, open for ${formatShares(BigInt(days))} days, ${one.price === null ? 'no price recorded' : `${formatPerShare(one.price)} a share`}: ${one.cause}`,
        date: one.existed_since,
        amount: one.price === null ? '' : fromCents(sumCents([one.price], shares)),
        isCounted: one.isAged,
        reason: one.isAged ? '' : 'Not open for more than 30 days',
      };
    });
}

const paged = (rows: readonly ShownRow[], { start, numberOfRows }: Page): Rows => ({
  total: rows.length,
  rows: rows.slice(start, start + numberOfRows),
});
