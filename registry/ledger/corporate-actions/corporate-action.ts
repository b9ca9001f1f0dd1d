// What splits and stock dividends have in common: shares and cash per account, checks, reserves.

import { loadAccounts } from '../core/accounts.ts';
import { outstandingOf, sumShares } from '../core/certificates.ts';
import type { Entry } from '../core/entry.ts';
import { flushUnitOfWork } from '../core/flush-unit-of-work.ts';
import {
  allocate,
  applyRatio,
  centsOf,
  type FractionalType,
  isPrice,
  moneyText,
  type Ratio,
} from '../core/fractions.ts';
import { assertRule } from '../core/ledger-error.ts';
import type { Certificate } from '../core/types.ts';
import { add, type ClassFacts, classOf, type UnitOfWork } from '../core/unit-of-work.ts';

/** The result of a split or stock dividend for one account. Fractions are settled per account. */
export type AccountShare = {
  holderId: bigint;
  certificates: Certificate[];
  before: bigint;
  whole: bigint;
  /** Numerator over the ratio's denominator. */
  fraction: bigint;
  cents: bigint;
  /** Whole shares per certificate, in the order of `certificates`. */
  parts: bigint[];
};

export type FractionRule = { ratio: Ratio; fractionalType: FractionalType; cashPrice?: string };

/**
 * Computes a class-wide action for every account that holds the class at the close of `day`. Refused when an
 * entry after that day was already posted, because the action would change it.
 */
export async function shareOut(
  book: UnitOfWork,
  classId: bigint,
  day: string,
  rule: FractionRule,
  withTreasury: boolean,
): Promise<AccountShare[]> {
  checkRule(rule);
  await flushUnitOfWork(book);
  const held = await outstandingOf(book, classId, day, withTreasury);
  assertRule(
    held.length > 0,
    'nothingMoved',
    'classId',
    `Nobody holds ${classOf(book, classId).name} on ${day}.`,
  );
  await loadAccounts(book, [...new Set(held.map((one) => one.holderId))]);
  const shares: AccountShare[] = [];
  for (const [holderId, certificates] of Map.groupBy(held, (one) => one.holderId)) {
    const before = sumShares(certificates);
    const rounded = applyRatio(before, rule.ratio, rule.fractionalType);
    const label = book.accounts.get(holderId)?.label;
    assertRule(
      rounded,
      'fraction',
      'fractionalType',
      `The ${before} shares of ${label} do not divide exactly.`,
    );
    const weights = certificates.map((one) => one.shares);
    const { whole, fraction } = rounded;
    shares.push({
      holderId,
      certificates,
      before,
      whole,
      fraction,
      cents: fraction > 0n ? centsOf(rule.cashPrice!, fraction, rule.ratio.denominator) : 0n,
      parts: allocate(whole, weights, rule.ratio),
    });
  }
  return shares;
}

function checkRule({ ratio, fractionalType, cashPrice }: FractionRule): void {
  assertRule(
    ratio.numerator > 0n && ratio.denominator > 0n,
    'badRatio',
    'ratio',
    'A ratio has two positive numbers.',
  );
  assertRule(
    fractionalType !== 'Cash In Lieu' || isPrice(cashPrice),
    'priceMissing',
    'cashPrice',
    'Cash in lieu of fractions needs a price.',
  );
}

/** Refuses an action when the class has entries effective after its day: they were posted without it. */
export async function checkNothingLater(book: UnitOfWork, facts: ClassFacts, day: string): Promise<void> {
  await flushUnitOfWork(book);
  const { rows } = await book.tx.query(
    `select 1 from class_day where issuer_id = $1 and class_id = $2 and day > $3
     union all
     select 1 from reserve_change where issuer_id = $1 and class_id = $2 and effective_on > $3
     limit 1`,
    [book.issuerId, facts.id, day],
  );
  assertRule(
    rows.length === 0 && (!facts.actionOn || facts.actionOn <= day),
    'laterEntry',
    'effectiveOn',
    `${facts.name} has entries effective after ${day}; a class-wide action must come last.`,
  );
}

/** Records what each account was paid for its fraction and returns the total as money text. */
export function payFractions(
  book: UnitOfWork,
  txnId: bigint,
  classId: bigint,
  shares: readonly AccountShare[],
  rule: FractionRule,
): void {
  for (const one of shares) {
    if (one.fraction === 0n) continue;
    add(book, 'cash_in_lieu', {
      issuer_id: book.issuerId,
      txn_id: txnId,
      class_id: classId,
      holder_id: one.holderId,
      fraction_numerator: one.fraction,
      fraction_denominator: rule.ratio.denominator,
      amount: moneyText(one.cents),
    });
  }
}

export function totalCash(shares: readonly AccountShare[]): string {
  return moneyText(shares.reduce((sum, one) => sum + one.cents, 0n));
}

/** The reserves of a class as of `day`, by id. */
export async function reservesOf(
  book: UnitOfWork,
  classId: bigint,
  day: string,
): Promise<Map<bigint, bigint>> {
  const { rows } = await book.tx.query(
    `select reserve_id, sum(delta)::bigint as size from reserve_change
      where issuer_id = $1 and class_id = $2 and effective_on <= $3 group by 1 order by 1`,
    [book.issuerId, classId, day],
  );
  return new Map(rows.map((row) => [row.reserve_id, row.size]));
}

export type CorporateAction = {
  issuerId: bigint;
  entry: Entry;
  classId: bigint;
} & FractionRule;

/** Records the day of the action, so that no later entry is dated before it. */
export function recordAction(book: UnitOfWork, facts: ClassFacts, day: string): void {
  if (!facts.actionOn || facts.actionOn < day) facts.actionOn = day;
  book.changedClasses.add(facts);
}
