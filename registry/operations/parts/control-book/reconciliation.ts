import { daysBetween } from '#lib/format/dates';
import { agedAfterDays, type VerdictKind } from '#lib/proof/verdict';
import type { SecurityClass } from '#registry/queries/classes';
import type { PositionForms } from '#registry/queries/position-forms';
import type { ControlBalance } from '#registry/queries/reports/control-balances';
import type { OpenDifference } from '#registry/queries/reports/open-differences';
import type { Cell, Column, Fact } from '#registry/render/document';
import { fromCents } from '../report/cents.ts';
import { date, integer, money, shareCell, shareFact, shares, text, yesNo } from '../report/columns.ts';
import { type AgedValues, isReported, worth } from './issuer-report.ts';

/** The control book and the register of one class compared. */
export type Reconciliation = {
  ofClass: SecurityClass;
  control: ControlBalance;
  register: PositionForms;
  differences: readonly OpenDifference[];
  verdict: VerdictKind;
};

/** What the last column of the differences means, as a footnote. */
export const reportRule =
  'Report to issuer: the market value of all aged differences of the issuer’s equity, or of its debt, together is above the amount.';

export const differenceColumns: readonly Column[] = [
  date('Opened', 13),
  integer('Days open', 9),
  date('Existed since', 13),
  yesNo('Aged, over 30 days', 11),
  shares('Shares', 11),
  text('Basis', 9),
  text('Cause', 34),
  text('Steps taken', 26),
  yesNo('Over-issuance', 9),
  text('Source agent', 14),
  money('Market value', 13),
  money('To report above', 14),
  yesNo('Report to issuer', 11),
];

/** Control book less register; signed. */
export function bookGap({ control, register }: Reconciliation): bigint {
  return control.issued - control.treasury - register.paper - register.bookEntry;
}

/**
 * The reconciliation box: control book outstanding, register outstanding by form, their difference, and the
 * result.
 */
export function reconciliationFacts(reconciliation: Reconciliation): Fact[] {
  const { ofClass, control, register, differences, verdict } = reconciliation;
  const quantity = (value: bigint) => shareFact(ofClass, value);
  const recorded = differences.reduce((sum, each) => sum + each.shares, 0n);
  return [
    ['Control book issued', quantity(control.issued)],
    ['Less treasury', quantity(control.treasury)],
    ['Control book outstanding', quantity(control.issued - control.treasury)],
    ['Register: nominee', quantity(register.nominee)],
    ['Register: other book entry', quantity(register.bookEntry - (register.nominee - register.nomineePaper))],
    ['Register: certificated', quantity(register.paper - register.nomineePaper)],
    ['Register outstanding', quantity(register.paper + register.bookEntry)],
    ['Unposted debits and credits', quantity(0n)],
    ['Difference of the two', quantity(bookGap(reconciliation))],
    ['Open record differences', quantity(recorded)],
    ['Number of open differences', differences.length],
    ['Result', verdict.toUpperCase()],
  ];
}

/**
 * A difference with its days on the last day; aged when it exists for more than 30. Whether the issuer gets a report is
 * decided by all aged differences of its equity, or debt, together.
 */
export function differenceCells(
  each: OpenDifference,
  { ofClass }: Reconciliation,
  { equity, debt }: AgedValues,
  day: string,
): Cell[] {
  const isAged = daysBetween(each.existed_since, day) > agedAfterDays;
  const kind = ofClass.isDollar ? debt : equity;
  const isToReport = isAged && isReported(kind);
  return [
    each.opened_on,
    daysBetween(each.opened_on, day),
    each.existed_since,
    isAged,
    shareCell(ofClass, each.shares),
    each.basis,
    [each.cause, each.cause_kind, each.certificates && `Certificates: ${each.certificates}`, each.note],
    each.steps,
    each.is_over_issuance,
    each.by_prior_agent ? 'Prior agent' : 'This agent',
    each.price === null ? null : fromCents(worth(each.shares, each.price)),
    fromCents(kind.limit),
    isToReport === null ? { kind: 'text', value: 'Not known: no price' } : isToReport,
  ];
}

export function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
