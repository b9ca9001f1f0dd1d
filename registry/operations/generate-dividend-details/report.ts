import type { PoolClient } from 'pg';
import { formatNumericDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { notFound } from '#registry/http/http-error';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
import { type DividendSummary, dividendsOf } from '#registry/queries/dividends';
import {
  type DividendPayment,
  type DividendTerms,
  dividendHolders,
  dividendPayments,
  findDividend,
} from '#registry/queries/reports/dividend-details';
import type { Cell, Closing, Fact, Item, ReportDocument } from '#registry/render/document';
import { fromCents, toCents } from '../parts/report/cents.ts';
import { shareCell, shareFact } from '../parts/report/columns.ts';
import type { Report } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { issuerOfObject } from '../parts/request/coverage.ts';
import { dividendCells, dividendColumns, noPayments, type PaymentSums } from './columns.ts';

export const generateDividendDetails: Report<'GenerateDividendDetails'> = {
  name: 'DividendDetails',
  covers: async (db, ctx, input) => {
    const id = BigInt(input.dividendId);
    const issuer = await issuerOfObject(db, ctx, 'The dividend', id);
    if (!(await findDividend(db, issuer.id, id))) throw notFound('The dividend');
    return { issuers: [issuer], cutoff: ctx.clock.today() };
  },
  document: dividendDetails,
};

/**
 * `isListed`: the record date has come. Before it the holders of record are not known, so there is no count and
 * no sum.
 */
type Dividend = {
  terms: DividendTerms;
  summary: DividendSummary;
  ofClass: SecurityClass;
  isStock: boolean;
  isListed: boolean;
};

const notYetKnown = 'Not known before the record date';

/** One dividend with what every account was paid, or would be paid by the list of its record date. */
async function dividendDetails(
  client: PoolClient,
  order: OrderFor<'GenerateDividendDetails'>,
): Promise<ReportDocument> {
  const { issuer, head } = await reportHeader(client, order, []);
  const terms = await findDividend(client, issuer.id, BigInt(order.input.dividendId));
  const summaries = await dividendsOf(client, issuer.id, order.cutoff);
  const summary = summaries.find(({ id }) => id === terms?.id);
  const classes = await classesOf(client, issuer.id, order.cutoff);
  const ofClass = classes.find(({ id }) => id === terms?.class_id);
  if (!terms || !summary || !ofClass) throw new Error('The dividend of the report is gone.');
  const isListed = terms.status === 'Paid' || terms.record_on <= order.cutoff;
  const dividend: Dividend = { terms, summary, ofClass, isStock: terms.kind === 'Stock', isListed };
  return {
    ...head,
    title: 'Dividend details',
    asOfLine: `${ofClass.name}, record date ${formatNumericDate(terms.record_on)}, payable ${formatNumericDate(terms.payable_on)}`,
    tables: [{ id: 'payments', name: 'Payments', columns: dividendColumns(dividend.isStock) }],
    open: () => {
      const sums = { ...noPayments };
      const groups = new Map<string, PaymentSums>();
      return {
        items: items(dividend, rows(), sums, groups),
        closing: () => closing(dividend, sums, groups),
      };
    },
  };

  function rows(): AsyncIterable<DividendPayment> | Iterable<DividendPayment> {
    if (dividend.terms.status === 'Paid') return dividendPayments(client, issuer.id, dividend.terms.id);
    return isListed ? dividendHolders(client, issuer.id, dividend.terms) : [];
  }
}

async function* items(
  dividend: Dividend,
  rows: AsyncIterable<DividendPayment> | Iterable<DividendPayment>,
  sums: PaymentSums,
  groups: Map<string, PaymentSums>,
): AsyncGenerator<Item> {
  const { ofClass, isStock } = dividend;
  yield { kind: 'facts', title: 'Dividend', facts: termFacts(dividend) };
  yield { kind: 'section', table: 'payments', title: isStock ? 'Shares by account' : 'Payments by account' };
  for await (const row of rows) {
    const group = `${row.method}, ${row.state.toLowerCase()}`;
    const ofGroup = groups.get(group) ?? { ...noPayments };
    groups.set(group, ofGroup);
    for (const each of [sums, ofGroup]) addPayment(each, row);
    yield { kind: 'row', cells: dividendCells(row, isStock, ofClass) };
  }
  if (sums.accounts > 0n) yield { kind: 'total', cells: totalCells(dividend, sums) };
}

function addPayment(sums: PaymentSums, row: DividendPayment): void {
  sums.accounts += 1n;
  sums.shares += row.shares;
  sums.newShares += row.new_shares;
  sums.gross += toCents(row.gross);
  sums.withheld += toCents(row.withheld);
  sums.net += toCents(row.net);
}

function totalCells({ ofClass, isStock }: Dividend, sums: PaymentSums): Cell[] {
  const first = ['Total', `${formatShares(sums.accounts)} accounts`, shareCell(ofClass, sums.shares)];
  if (isStock) return [...first, sums.newShares, null, fromCents(sums.gross)];
  return [...first, fromCents(sums.gross), null, fromCents(sums.withheld), fromCents(sums.net)];
}

function termFacts({ terms, summary, ofClass, isStock, isListed }: Dividend): Fact[] {
  const { distribution } = summary;
  return [
    ['Dividend', terms.id.toString()],
    ['Class', ofClass.name],
    ['Type', terms.kind],
    ['Status', terms.status],
    ['Declared', { kind: 'date', value: terms.declared_on }],
    ['Ex-date', { kind: 'date', value: terms.ex_on }],
    ['Record date', { kind: 'date', value: terms.record_on }],
    ['Payable', { kind: 'date', value: terms.payable_on }],
    isStock ? ['Ratio', terms.ratio] : ['Rate per share', { kind: 'price', value: terms.rate }],
    ['Fractions', terms.fractional_type],
    ...(terms.cash_price === null
      ? []
      : [['Price for fractions', { kind: 'price', value: terms.cash_price }] satisfies Fact]),
    ['Outstanding at record date', isListed ? shareFact(ofClass, summary.outstanding) : notYetKnown],
    [isStock ? 'Shares distributed' : 'Distribution', isListed ? distributed() : notYetKnown],
    ...(terms.txn_id === null ? [] : [['Transaction', terms.txn_id.toString()] satisfies Fact]),
  ];

  function distributed(): Fact[1] {
    return isStock
      ? { kind: 'shares', value: wholeOf(distribution) }
      : { kind: 'money', value: distribution };
  }
}

/**
 * The proof compares shares with outstanding, gross with the distribution, and net plus withholding with gross.
 */
function closing(dividend: Dividend, sums: PaymentSums, groups: ReadonlyMap<string, PaymentSums>): Closing {
  const { summary, isStock, ofClass, terms, isListed } = dividend;
  if (!isListed) return { totals: [], footnotes: ['The list of holders is made at the record date.'] };
  const distributed = isStock
    ? sums.newShares - wholeOf(summary.distribution)
    : sums.gross - toCents(summary.distribution);
  const ties = [sums.shares - summary.outstanding, distributed, sums.net + sums.withheld - sums.gross];
  const isEstimate = terms.status === 'Declared';
  return {
    totals: [
      ['Accounts', { kind: 'integer', value: sums.accounts }],
      ['Shares at record date', shareFact(ofClass, sums.shares)],
      ...(isStock ? [['New shares', { kind: 'shares', value: sums.newShares }] satisfies Fact] : []),
      [isStock ? 'Cash in lieu' : 'Gross', { kind: 'money', value: fromCents(sums.gross) }],
      ['Withheld', { kind: 'money', value: fromCents(sums.withheld) }],
      ['Net', { kind: 'money', value: fromCents(sums.net) }],
      ...[...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, group]) => groupFact(name, group)),
    ],
    ...(!(isEstimate && isStock) && {
      proof: {
        label: 'Difference of shares, distribution, net and withholding',
        difference: ties.reduce((sum, tie) => sum + (tie < 0n ? -tie : tie), 0n),
      },
    }),
    footnotes: [
      'BWH: backup withholding, no certified tax id on file. NRA: withholding on payments abroad.',
      'Held: mail to the account came back; the payment waits for a good address.',
      ...(isEstimate ? ['Declared, not yet paid: amounts before withholding, payment ways as on file.'] : []),
    ],
  };
}

function groupFact(name: string, group: PaymentSums): Fact {
  return [
    `${name} (${formatShares(group.accounts)} accounts), net`,
    { kind: 'money', value: fromCents(group.net) },
  ];
}

function wholeOf(text: string): bigint {
  return BigInt(text.replace(/\.0*$/, ''));
}
