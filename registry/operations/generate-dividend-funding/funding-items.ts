// Columns and rows of the dividend funding report.

import { businessDaysBetween } from '#lib/format/business-days';
import { type CalendarDate, formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { checkDates } from '#lib/register/check-ages';
import { paymentWays } from '#lib/register/dividends';
import type { OutstandingChecks } from '#registry/queries/reports/dividend-funding';
import type { Cell, Column, Item } from '#registry/render/document';
import type { DividendPlan } from '../parts/dividend-plan.ts';
import { fromCents, toCents } from '../parts/report/cents.ts';
import { date, integer, money, shares, text } from '../parts/report/columns.ts';
import { type Funding, usedOf } from './figures.ts';
import type { FundingFacts } from './reading.ts';

export const useColumns: readonly Column[] = [text('Use', 40), integer('Payments', 14), money('Amount', 18)];

export const purchaseColumns: readonly Column[] = [
  text('Trans. no.', 12),
  date('Effective', 12),
  integer('Business days after payment', 14),
  integer('Accounts', 10),
  shares('Shares', 14),
  { header: 'Price', kind: 'price', weight: 12 },
  money('Cost', 16),
];

export const checkColumns: readonly Column[] = [
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

/** Uses of the dollars, the plan, and the checks of the class that were not cashed, with the rows of each. */
export function* fundingItems(facts: FundingFacts, cutoff: CalendarDate): Generator<Item> {
  const { terms, isStock, isPaid, funding, declared, plan, checks, paidDays } = facts;
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
            : `Not before the record date, ${formatDate(terms.record_on)}`,
        ],
      ],
    };
  if (funding?.ways.has('Reinvest')) yield* planItems(plan, terms.payable_on, isPaid);
  yield* checkItems(checks, paidDays, cutoff);
}

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

function* planItems(plan: DividendPlan | null, payable: CalendarDate, isPaid: boolean): Generator<Item> {
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
      ['Difference', amount(fromCents(plan.difference))],
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
