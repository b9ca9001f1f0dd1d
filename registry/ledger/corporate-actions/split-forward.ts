// Forward split (transaction type F): additional shares for every certificate.

import { namesText } from '../core/accounts.ts';
import { assertRule } from '../core/ledger-error.ts';
import { type Posted, post } from '../core/post.ts';
import type { NewCertificate } from '../core/posting.ts';
import { loadLots, spreadLots } from '../core/tax-lots.ts';
import { classOf, type UnitOfWork } from '../core/unit-of-work.ts';
import { verb } from '../core/verb.ts';
import {
  type AccountShare,
  type CorporateAction,
  checkNothingLater,
  payFractions,
  recordAction,
  reservesOf,
  shareOut,
  totalCash,
} from './corporate-action.ts';

/** `ratio` is new shares per old, 3 for 2 as { numerator: 3n, denominator: 2n }. */
export type SplitForward = CorporateAction & {
  /** Shares added to authorized when the charter amendment requires it. */
  authorizedIncrease?: bigint;
  /** Default true: reserves grow by the ratio, rounded down. */
  adjustsReserves?: boolean;
};

/** F: additional shares for every certificate, treasury included; nothing is canceled. */
export async function splitForwardIn(book: UnitOfWork, input: SplitForward): Promise<Posted> {
  const { entry, classId, ratio } = input;
  const facts = classOf(book, classId);
  assertRule(
    ratio.numerator > ratio.denominator,
    'badRatio',
    'ratio',
    'A forward split gives more shares than before.',
  );
  assertRule(entry.authority, 'authorityMissing', 'authority', 'A split needs the resolution it rests on.');
  await checkNothingLater(book, facts, entry.effectiveOn);
  const { numerator, denominator } = ratio;
  const rule = { ...input, ratio: { numerator: numerator - denominator, denominator } };
  const shares = await shareOut(book, classId, entry.effectiveOn, rule, true);
  const grown = input.adjustsReserves === false ? [] : await reservesOf(book, classId, entry.effectiveOn);
  const reserves = [...grown].map(([reserveId, size]) => ({
    reserveId,
    delta: (size * numerator) / denominator - size,
  }));
  const issue = await additions(book, shares);
  assertRule(issue.length > 0, 'nothingMoved', 'ratio', 'No holder would get a whole share.');
  const credited = issue.reduce((sum, one) => sum + one.shares, 0n);
  const treasury = issue.reduce(
    (sum, one) => sum + (book.accounts.get(one.holderId)!.isTreasury ? one.shares : 0n),
    0n,
  );
  const posted = await post(book, {
    entry,
    kind: 'F',
    transferFrom: facts.name,
    issuedTo: namesText(
      book,
      issue.map((one) => one.holderId),
    ),
    ratio,
    fractionalType: input.fractionalType,
    cashPrice: input.cashPrice,
    cashPaid: totalCash(shares),
    cancel: [],
    issue,
    lines: [
      {
        classId,
        authorized: input.authorizedIncrease,
        credited,
        treasury,
        reserves: reserves.filter((one) => one.delta !== 0n),
        note: `${numerator} for ${denominator}`,
      },
    ],
  });
  payFractions(book, posted.txnId, classId, shares, rule);
  recordAction(book, facts, entry.effectiveOn);
  return posted;
}

export const splitForward = verb(splitForwardIn);

/**
 * One book entry per certificate that gets at least one share, with its restriction and acquisition date. The
 * basis of a certificate's lots is spread over the old and the new shares.
 */
export async function additions(
  book: UnitOfWork,
  shares: readonly AccountShare[],
): Promise<NewCertificate[]> {
  await loadLots(
    book,
    shares.flatMap((one) => one.certificates.map((certificate) => certificate.id)),
  );
  const issue: NewCertificate[] = [];
  for (const one of shares) {
    one.certificates.forEach((parent, index) => {
      const part = one.parts[index]!;
      if (part === 0n) return;
      const { classId, holderId, restriction, legend, acquiredOn } = parent;
      issue.push({
        classId,
        holderId,
        shares: part,
        restriction,
        legend,
        acquiredOn,
        lots: spreadLots(book, parent, part),
      });
    });
  }
  return issue;
}
