import type { PoolClient } from 'pg';
import { businessDaysBetween } from '#lib/format/business-days';
import { addDays, type CalendarDate, formatDate, formatNumericDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { checkDates, noticeFromCents } from '#lib/register/check-ages';
import { paymentWays } from '#lib/register/dividends';
import { notFound } from '#registry/http/http-error';
import { classesOf } from '#registry/queries/classes';
import { dividendsOf } from '#registry/queries/dividends';
import {
  type DividendTerms,
  dividendHolders,
  dividendPayments,
  findDividend,
} from '#registry/queries/reports/dividend-details';
import {
  nextPayable,
  type OutstandingChecks,
  outstandingChecks,
  type PlanCash,
  type PlanPurchase,
  planCash,
  planPurchases,
} from '#registry/queries/reports/dividend-funding';
import type { Cell, Column, Fact, Item, ReportDocument } from '#registry/render/document';
import { stamp } from '#registry/render/printed';
import { fromCents, toCents } from '../parts/report/cents.ts';
import { date, integer, money, shares, text } from '../parts/report/columns.ts';
import type { Report, SealFacts } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { howToCheck } from '../parts/report/sealed.ts';
import { issuerOfObject } from '../parts/request/coverage.ts';
import { type Funding, fundingOf, usedOf } from './figures.ts';

export const generateDividendFunding: Report<'GenerateDividendFunding'> = {
  name: 'DividendFunding',
  format: 'pdf',
  isSealed: true,
  covers: async (db, ctx, input) => {
    const id = BigInt(input.dividendId);
    const issuer = await issuerOfObject(db, ctx, 'The dividend', id);
    if (!(await findDividend(db, issuer.id, id))) throw notFound('The dividend');
    return { issuers: [issuer], cutoff: ctx.clock.today() };
  },
  document: dividendFunding,
};

const useColumns: readonly Column[] = [text('Use', 40), integer('Payments', 14), money('Amount', 18)];

const purchaseColumns: readonly Column[] = [
  text('Trans. no.', 12),
  date('Effective', 12),
  integer('Business days after payment', 14),
  integer('Accounts', 10),
  shares('Shares', 14),
  { header: 'Price', kind: 'price', weight: 12 },
  money('Cost', 16),
];

const checkColumns: readonly Column[] = [
  text('Dividend', 12),
  date('Paid', 11),
  integer('Days old', 8),
  integer('Checks', 9),
  money('Amount', 14),
  integer('Of $25 or more', 9),
  date('Unresponsive on', 12),
  date('Notice by', 11),
  date('Stale from', 11),
  text('Now', 26),
];

/** Purchases of a plan later than this many business days after the payable day are late. */
const businessDaysToInvest = 5;

type Plan = { purchases: readonly PlanPurchase[]; cash: PlanCash; isCurrent: boolean };

/** The funding of one dividend: its uses, the purchases of its plan, and the checks of its class that were not cashed. */
async function dividendFunding(
  client: PoolClient,
  order: OrderFor<'GenerateDividendFunding'>,
  seal: SealFacts,
): Promise<ReportDocument> {
  const { cutoff, input } = order;
  const { issuer, head } = await reportHeader(client, order, []);
  const terms = await findDividend(client, issuer.id, BigInt(input.dividendId));
  const summary = (await dividendsOf(client, issuer.id, cutoff)).find(({ id }) => id === terms?.id);
  const ofClass = (await classesOf(client, issuer.id, cutoff)).find(({ id }) => id === terms?.class_id);
  if (!terms || !summary || !ofClass) throw new Error('The dividend of the report is gone.');
  const isStock = terms.kind === 'Stock';
  const isPaid = terms.status === 'Paid';
  const isKnown = isPaid || (!isStock && terms.record_on <= cutoff);
  const funding = isKnown
    ? await fundingOf(
        isPaid ? dividendPayments(client, issuer.id, terms.id) : dividendHolders(client, issuer.id, terms),
      )
    : null;
  // A stock dividend distributes shares: its dollars are the cash for fractions alone.
  const declared = isStock ? null : toCents(summary.distribution);
  const plan =
    isPaid && funding?.ways.has('Reinvest') && issuer.booksFrom === null
      ? await readPlan(client, issuer.id, terms, cutoff)
      : null;
  const checks = await outstandingChecks(
    client,
    { issuerId: issuer.id, classId: terms.class_id },
    cutoff,
    noticeFromCents,
  );
  const paidDays = (await dividendsOf(client, issuer.id, cutoff))
    .filter((one) => one.class_id === terms.class_id && one.kind !== 'Stock')
    .map(({ payable_on }) => payable_on);
  const gaps = funding ? gapsOf(funding, declared, plan) : [];
  const opening: Fact[] = [
    ['Dividend', `${terms.id}, ${terms.kind.toLowerCase()}, ${terms.status.toLowerCase()}`],
    ['Class', ofClass.name],
    ['Record date', { kind: 'date', value: terms.record_on }],
    ['Payable', { kind: 'date', value: terms.payable_on }],
    isStock ? ['Ratio', terms.ratio] : ['Rate per share', { kind: 'price', value: terms.rate }],
    ['Known as of', stamp(order.generatedAt)],
    ['Version of the books', issuer.version.toString()],
  ];
  return {
    ...head,
    title: 'Funding of a dividend',
    asOfLine: `${ofClass.name}, record date ${formatNumericDate(terms.record_on)}, payable ${formatNumericDate(terms.payable_on)}`,
    seal: { reason: `Funding of the dividend payable ${formatDate(terms.payable_on)}` },
    tables: [
      { id: 'uses', name: 'Uses', columns: useColumns },
      { id: 'purchases', name: 'Plan purchases', columns: purchaseColumns },
      { id: 'checks', name: 'Checks', columns: checkColumns },
    ],
    open: () => ({
      items: items(),
      closing: () => ({
        totals: [],
        ...(funding && {
          proof: {
            label: 'Difference of distribution, payments, withholding and plan',
            difference: gaps.reduce((sum, gap) => sum + (gap < 0n ? -gap : gap), 0n),
          },
        }),
        footnotes: [
          'Differences are in cents. Where there is one, do not pay before it is explained.',
          'Unresponsive: at the next regular check or after 180 days, whichever comes first; notice by day 210, from $25 (17 CFR 240.17Ad-17(c)). A bank need not pay a check older than six months.',
          ...(isPaid ? [] : ['Declared, not yet paid: amounts before withholding, payment ways as on file.']),
        ],
      }),
    }),
  };

  function* items(): Generator<Item> {
    yield { kind: 'facts', title: 'Dividend', facts: opening };
    if (funding) yield* usageItems(funding, declared);
    else
      yield {
        kind: 'facts',
        title: 'Uses',
        facts: [
          [
            'Known',
            isStock
              ? 'Not before the dividend is paid: cash in lieu depends on each fraction'
              : `Not before the record date, ${formatDate(terms?.record_on ?? '')}`,
          ],
        ],
      };
    if (funding?.ways.has('Reinvest')) yield* planItems(plan, terms?.payable_on ?? '', isPaid);
    yield* checkItems(checks, paidDays, cutoff);
    yield howToCheck(seal);
  }
}

async function readPlan(
  client: PoolClient,
  issuerId: bigint,
  terms: DividendTerms,
  cutoff: CalendarDate,
): Promise<Plan> {
  const next = await nextPayable(client, issuerId, terms.class_id, terms.payable_on);
  const isCurrent = next === null || next > cutoff;
  const window = {
    issuerId,
    dividendId: terms.id,
    classId: terms.class_id,
    from: terms.payable_on,
    until: isCurrent ? addDays(cutoff, 1) : next,
  };
  return {
    purchases: await planPurchases(client, window),
    cash: await planCash(client, window),
    isCurrent,
  };
}

/** What should be 0, in cents: declared less gross, gross less its uses, the plan's dollars. */
function gapsOf(funding: Funding, declared: bigint | null, plan: Plan | null): bigint[] {
  return [
    ...(declared === null ? [] : [declared - funding.gross]),
    funding.gross - usedOf(funding),
    ...(plan ? [planGap(plan)] : []),
  ];
}

/** Cash that the members should have less what is stored; on an earlier day only cash below zero shows a difference. */
const planGap = ({ cash, isCurrent }: Plan): bigint => {
  if (isCurrent) return toCents(cash.after) - toCents(cash.stored);
  const after = toCents(cash.after);
  return after < 0n ? after : 0n;
};

function* usageItems(funding: Funding, declared: bigint | null): Generator<Item> {
  const { ways, payments, gross, withheld, taxed, netted } = funding;
  const amount = (cents: bigint): Cell => ({ kind: 'money', value: fromCents(cents) });
  const names = new Map(paymentWays);
  yield { kind: 'section', table: 'uses', title: 'Use of the dollars' };
  for (const method of new Set([...names.keys(), ...ways.keys()])) {
    const way = ways.get(method);
    if (way)
      yield {
        kind: 'row',
        cells: [
          names.get(method) ?? (method || 'Way of payment not given'),
          way.payments,
          fromCents(way.net),
        ],
      };
  }
  if (taxed > 0n) yield { kind: 'row', cells: ['Tax withheld', taxed, fromCents(withheld)] };
  yield { kind: 'total', cells: ['Total of the uses', payments, fromCents(usedOf(funding))] };
  yield {
    kind: 'facts',
    title: 'Wire of the issuer',
    facts: [
      ['The issuer sends: gross of all payments', amount(gross)],
      ...(ways.has('Reinvest') ? [['If it keeps reinvested dollars', amount(netted)] as const] : []),
      declared === null
        ? ['Of this, cash in lieu of fractions', amount(gross)]
        : ['Distribution of the dividend', amount(declared)],
      ...(declared === null ? [] : [['Distribution less gross', amount(declared - gross)] as const]),
      ['Gross less total of the uses', amount(gross - usedOf(funding))],
    ],
  };
}

function* planItems(plan: Plan | null, payable: CalendarDate, isPaid: boolean): Generator<Item> {
  if (!plan) {
    const reason = isPaid
      ? 'Not known: what members bought before the register was brought in is not stored'
      : 'Not before the dividend is paid';
    yield { kind: 'facts', title: 'Reinvestment plan', facts: [['Purchases', reason]] };
    return;
  }
  const { purchases, cash, isCurrent } = plan;
  yield { kind: 'section', table: 'purchases', title: 'Plan shares bought until the next dividend' };
  for (const one of purchases)
    yield {
      kind: 'row',
      cells: [
        `${one.customer_id ?? one.txn_id}`,
        one.effective_on,
        businessDaysBetween(payable, one.effective_on),
        one.accounts,
        one.shares,
        one.price,
        one.cost,
      ],
    };
  const bought = purchases.reduce((sum, one) => sum + one.shares, 0n);
  const total = ['Total', null, null, null, bought, null, cash.cost];
  if (purchases.length > 0) yield { kind: 'total', cells: total };
  const amount = (value: string): Cell => ({ kind: 'money', value });
  const late = purchases.filter(
    ({ effective_on }) => businessDaysBetween(payable, effective_on) > businessDaysToInvest,
  );
  yield {
    kind: 'facts',
    title: 'Reinvestment plan',
    facts: [
      ['Cash of members before', amount(cash.before)],
      ['Reinvested of this dividend', amount(cash.reinvested)],
      ['Cost of the shares bought', amount(cash.cost)],
      ['Cash of members after', amount(cash.after)],
      isCurrent
        ? ['Cash stored today', amount(cash.stored)]
        : ['Cash stored', 'Not on an earlier day; only that of today is stored'],
      ['Difference', amount(fromCents(planGap(plan)))],
      ['Members whose shares cost more than they had', { kind: 'integer', value: cash.overdrawn }],
      [
        `Purchases more than ${businessDaysToInvest} business days after payment`,
        { kind: 'integer', value: late.length },
      ],
    ],
  };
}

function* checkItems(
  checks: readonly OutstandingChecks[],
  paidDays: readonly CalendarDate[],
  today: CalendarDate,
): Generator<Item> {
  yield {
    kind: 'section',
    table: 'checks',
    title: `Checks of the class not cashed on ${formatDate(today)}, by age`,
  };
  for (const one of checks) {
    const next = paidDays.filter((day) => day > one.payable_on && day <= today).sort()[0] ?? null;
    const dates = checkDates(one.payable_on, today, next);
    yield {
      kind: 'row',
      cells: [
        `${one.dividend_id}`,
        one.payable_on,
        dates.daysOld,
        one.checks,
        one.amount,
        one.to_notify,
        dates.unresponsiveOn,
        dates.noticeBy,
        dates.staleFrom,
        stateText(one, dates, today),
      ],
    };
  }
  const sum = (of: (one: OutstandingChecks) => bigint) => checks.reduce((total, one) => total + of(one), 0n);
  if (checks.length > 0)
    yield {
      kind: 'total',
      cells: [
        'Total',
        null,
        null,
        sum(({ checks: count }) => count),
        fromCents(sum(({ amount }) => toCents(amount))),
        sum(({ to_notify }) => to_notify),
      ],
    };
  else yield { kind: 'letter', lines: [`None of ${formatShares(paidDays.length)} cash dividends.`] };
}

/** What is due now, the latest step first. */
function stateText(
  { to_notify }: OutstandingChecks,
  { unresponsiveOn, noticeBy, staleFrom }: ReturnType<typeof checkDates>,
  today: CalendarDate,
): string {
  const parts = [
    today >= staleFrom ? 'Stale' : null,
    today < unresponsiveOn
      ? 'Payees not unresponsive yet'
      : to_notify === 0n
        ? 'Unresponsive, no notice due'
        : today <= noticeBy
          ? 'Unresponsive, notice due'
          : 'Unresponsive, day of notice past',
  ];
  return parts.filter(Boolean).join('. ');
}
