// Reads everything that the funding report says about one dividend.

import type { PoolClient } from 'pg';
import type { CalendarDate } from '#lib/format/dates';
import { noticeFromCents } from '#lib/register/check-ages';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
import { dividendsOf } from '#registry/queries/dividends';
import {
  type DividendTerms,
  dividendHolders,
  dividendPayments,
  findDividend,
} from '#registry/queries/reports/dividend-details';
import { type OutstandingChecks, outstandingChecks } from '#registry/queries/reports/dividend-funding';
import { type DividendPlan, dividendPlan } from '../parts/dividend-plan.ts';
import { toCents } from '../parts/report/cents.ts';
import { type Funding, fundingOf, usedOf } from './figures.ts';

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
  plan: DividendPlan | null;
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
  const plan = isPaid ? await dividendPlan(client, issuer, terms, cutoff) : null;
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

/** What should be 0, in cents: declared less gross, gross less its uses, the plan's dollars. */
export function gapsOf(funding: Funding, { declared, plan }: FundingFacts): bigint[] {
  return [
    ...(declared === null ? [] : [declared - funding.gross]),
    funding.gross - usedOf(funding),
    ...(plan ? [plan.difference] : []),
  ];
}
