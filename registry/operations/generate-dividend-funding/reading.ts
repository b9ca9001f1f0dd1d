import type { PoolClient } from 'pg';
import { addDays, type CalendarDate } from '#lib/format/dates';
import { noticeFromCents } from '#lib/register/check-ages';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
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
import { toCents } from '../parts/report/cents.ts';
import { type Funding, fundingOf, usedOf } from './figures.ts';

/** What the members of a plan bought until the next dividend, and their cash. */
export type Plan = { purchases: readonly PlanPurchase[]; cash: PlanCash; isCurrent: boolean };

/** Everything that the file of one dividend says, as it is read. */
export type FundingFacts = {
  terms: DividendTerms;
  ofClass: SecurityClass;
  isStock: boolean;
  isPaid: boolean;
  /** Null while amounts are not known. */
  funding: Funding | null;
  /** Null for a stock dividend, which distributes shares: its dollars are the cash for fractions alone. */
  declared: bigint | null;
  /** Null where nothing is reinvested, or what was bought before is not known. */
  plan: Plan | null;
  checks: readonly OutstandingChecks[];
  /** Payable days of the cash dividends of the class. */
  paidDays: readonly CalendarDate[];
};

/** Reads a dividend by its id. `client` must be inside a snapshot. */
export async function readFunding(
  client: PoolClient,
  issuer: { id: bigint; booksFrom: CalendarDate | null },
  dividendId: bigint,
  cutoff: CalendarDate,
): Promise<FundingFacts> {
  const terms = await findDividend(client, issuer.id, dividendId);
  const dividends = await dividendsOf(client, issuer.id, cutoff);
  const summary = dividends.find(({ id }) => id === terms?.id);
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
  const plan =
    isPaid && funding?.ways.has('Reinvest') && issuer.booksFrom === null
      ? await readPlan(client, issuer.id, terms, cutoff)
      : null;
  const ofTerms = { issuerId: issuer.id, classId: terms.class_id };
  return {
    ...{ terms, ofClass, isStock, isPaid, funding, plan },
    declared: isStock ? null : toCents(summary.distribution),
    checks: await outstandingChecks(client, ofTerms, cutoff, noticeFromCents),
    paidDays: dividends
      .filter((one) => one.class_id === terms.class_id && one.kind !== 'Stock')
      .map(({ payable_on }) => payable_on),
  };
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
export function gapsOf(funding: Funding, { declared, plan }: FundingFacts): bigint[] {
  return [
    ...(declared === null ? [] : [declared - funding.gross]),
    funding.gross - usedOf(funding),
    ...(plan ? [planGap(plan)] : []),
  ];
}

/** Cash that the members should have less what is stored; on an earlier day only cash below zero shows a difference. */
export const planGap = ({ cash, isCurrent }: Plan): bigint => {
  if (isCurrent) return toCents(cash.after) - toCents(cash.stored);
  const after = toCents(cash.after);
  return after < 0n ? after : 0n;
};
