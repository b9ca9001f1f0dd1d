// Converts shares of one class into shares of others (transaction type C).

import { loadAccounts, namesText } from './core/accounts.ts';
import { certificatesById, sumShares } from './core/certificates.ts';
import type { Entry } from './core/entry.ts';
import {
  applyRatio,
  centsOf,
  type FractionalType,
  isPrice,
  moneyText,
  type Ratio,
} from './core/fractions.ts';
import { assertRule } from './core/ledger-error.ts';
import type { ClassLine } from './core/limits.ts';
import { type Posted, post } from './core/post.ts';
import type { NewCertificate } from './core/posting.ts';
import { checkSubKind, convertKinds } from './core/sub-kinds.ts';
import { loadLots, lotsOf, rescaleLots, takeLots } from './core/tax-lots.ts';
import type { Form, Restriction } from './core/types.ts';
import { add, classOf, type UnitOfWork } from './core/unit-of-work.ts';
import { verb } from './core/verb.ts';

export type ConvertTarget = {
  classId: bigint;
  /** Target shares per share converted. */
  ratio: Ratio;
  fractionalType: FractionalType;
  /** Price of one target share, for Cash In Lieu. */
  cashPrice?: string;
  /** The target's conversion reserve, reduced by the shares issued. */
  reserveId?: bigint;
  form?: Form;
  restriction?: Restriction;
};

export type Convert = {
  issuerId: bigint;
  entry: Entry;
  /** Certificates of one class and one account. */
  certificates: readonly bigint[];
  /** Shares converted; default all. The rest is returned as a balance certificate. */
  shares?: bigint;
  targets: readonly ConvertTarget[];
};

/** C: converts shares of one class into one or several others, including unit separation. */
export async function convertIn(book: UnitOfWork, input: Convert): Promise<Posted> {
  const { entry, targets } = input;
  const cancel = await certificatesById(book, input.certificates);
  await loadAccounts(
    book,
    cancel.map((one) => one.holderId),
  );
  await loadLots(book, input.certificates);
  checkSubKind(entry.subKind, convertKinds);
  const source = cancel[0];
  assertRule(
    source && targets.length > 0,
    'nothingMoved',
    'certificates',
    'A conversion needs something to convert.',
  );
  const { classId, holderId, restriction, acquiredOn, form, legend, prefix } = source;
  assertRule(
    cancel.every((one) => one.classId === classId),
    'mixedClass',
    'certificates',
    'Convert one class at a time.',
  );
  assertRule(
    cancel.every((one) => one.holderId === holderId),
    'oneAccount',
    'certificates',
    'Convert one account at a time.',
  );
  assertRule(
    cancel.every((one) => one.restriction === restriction),
    'mixedRestriction',
    'certificates',
    'Convert restricted and free shares apart.',
  );
  assertRule(!source.isTreasury, 'treasuryRole', 'certificates', 'Treasury shares cannot be converted.');
  assertRule(
    entry.authority,
    'authorityMissing',
    'authority',
    'A conversion needs the instruction it rests on.',
  );
  const surrendered = sumShares(cancel);
  const given = input.shares ?? surrendered;
  assertRule(
    given > 0n && given <= surrendered,
    'unbalanced',
    'shares',
    'More is to be converted than is surrendered.',
  );

  const acquired =
    cancel
      .map((one) => one.acquiredOn)
      .sort()
      .at(-1) ?? acquiredOn;
  const lots = [...lotsOf(book, cancel)];
  const givenLots = takeLots(lots, given);
  const lines: ClassLine[] = [{ classId, debited: given }];
  const issue: NewCertificate[] = [];
  const results = targets.map((target) => {
    checkTarget(book, target, classId);
    const rounded = applyRatio(given, target.ratio, target.fractionalType);
    assertRule(rounded, 'fraction', 'shares', `${given} shares do not convert into whole shares.`);
    const { whole, fraction } = rounded;
    const code = target.restriction ?? restriction;
    assertRule(
      code !== 'N' || restriction === 'N',
      'restrictionDropped',
      'restriction',
      'A conversion does not remove a restriction.',
    );
    if (whole > 0n) {
      // With several targets, dividing the basis needs market values that the register does not have.
      const carried = targets.length === 1 ? rescaleLots(givenLots, whole) : [];
      issue.push({
        classId: target.classId,
        holderId,
        shares: whole,
        form: target.form,
        restriction: code,
        acquiredOn: acquired,
        lots: carried,
      });
    }
    const reserves = target.reserveId ? [{ reserveId: target.reserveId, delta: -whole }] : [];
    lines.push({ classId: target.classId, credited: whole, reserves });
    const cents = fraction > 0n ? centsOf(target.cashPrice!, fraction, target.ratio.denominator) : 0n;
    return { target, fraction, cents };
  });
  assertRule(issue.length > 0, 'nothingMoved', 'shares', 'Nothing would be issued for these shares.');
  const rest = surrendered - given;
  if (rest > 0n)
    issue.push({
      classId,
      holderId,
      shares: rest,
      form,
      prefix,
      restriction,
      legend,
      acquiredOn: acquired,
      lots,
    });
  const label = namesText(book, [holderId]);
  const cash = results.reduce((sum, one) => sum + one.cents, 0n);
  const posted = await post(book, {
    entry,
    kind: 'C',
    transferFrom: label,
    issuedTo: label,
    cashPaid: moneyText(cash),
    cancel,
    issue,
    lines,
  });
  for (const { target, fraction, cents } of results) {
    const { ratio, fractionalType, cashPrice } = target;
    const key = { issuer_id: book.issuerId, txn_id: posted.txnId, class_id: target.classId };
    add(book, 'txn_factor', {
      ...key,
      numerator: ratio.numerator,
      denominator: ratio.denominator,
      fractional_type: fractionalType,
      cash_price: cashPrice,
      cash_paid: moneyText(cents),
    });
    if (fraction > 0n) {
      add(book, 'cash_in_lieu', {
        ...key,
        holder_id: holderId,
        fraction_numerator: fraction,
        fraction_denominator: ratio.denominator,
        amount: moneyText(cents),
      });
    }
  }
  return posted;
}

export const convert = verb(convertIn);

function checkTarget(book: UnitOfWork, target: ConvertTarget, fromClassId: bigint): void {
  classOf(book, target.classId);
  assertRule(
    target.classId !== fromClassId,
    'sameClass',
    'targets',
    'A class cannot be converted into itself.',
  );
  const { numerator, denominator } = target.ratio;
  assertRule(
    numerator > 0n && denominator > 0n,
    'badRatio',
    'ratio',
    'A conversion ratio has two positive numbers.',
  );
  assertRule(
    target.fractionalType !== 'Cash In Lieu' || isPrice(target.cashPrice),
    'priceMissing',
    'cashPrice',
    'Cash in lieu of fractions needs a price.',
  );
}
