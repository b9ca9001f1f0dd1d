// Reverse split (transaction type V): every certificate is canceled and replaced by a book entry.

import { namesText } from '../core/accounts.ts';
import { sumShares } from '../core/certificates.ts';
import { assertRule } from '../core/ledger-error.ts';
import { type Posted, post } from '../core/post.ts';
import type { NewCertificate } from '../core/posting.ts';
import { inheritCost, loadLots, rescaleLots } from '../core/tax-lots.ts';
import type { Certificate, Lot } from '../core/types.ts';
import { classOf, type UnitOfWork } from '../core/unit-of-work.ts';
import { verb } from '../core/verb.ts';
import { activeStops, addStop, loadStops, release } from '../stops.ts';
import {
  type CorporateAction,
  checkNothingLater,
  payFractions,
  recordAction,
  reservesOf,
  shareOut,
  totalCash,
} from './corporate-action.ts';

/** `ratio` is new shares per old: 1:25 is { numerator: 1n, denominator: 25n }. */
export type SplitReverse = CorporateAction & {
  newCusip?: string;
  /** Change of authorized when the charter amendment requires it. */
  authorizedChange?: bigint;
  /** Default true: reserves are divided by the ratio, rounded down. */
  adjustsReserves?: boolean;
};

/**
 * V: cancels every outstanding certificate and replaces it by a book entry in post-split shares. Restriction,
 * acquisition date and stops carry over; old paper gets the stop "certificate not surrendered". The basis stays
 * with the account. An account without a whole share is paid in cash; its basis stays on record with the
 * canceled certificate's lots.
 */
export async function splitReverseIn(book: UnitOfWork, input: SplitReverse): Promise<Posted> {
  const { entry, classId, ratio } = input;
  const facts = classOf(book, classId);
  const day = entry.effectiveOn;
  assertRule(
    ratio.numerator < ratio.denominator,
    'badRatio',
    'ratio',
    'A reverse split leaves fewer shares than before.',
  );
  assertRule(entry.authority, 'authorityMissing', 'authority', 'A split needs the resolution it rests on.');
  await checkNothingLater(book, facts, day);
  const shares = await shareOut(book, classId, day, input, true);
  const cancel = shares.flatMap((one) => one.certificates);
  await loadLots(
    book,
    cancel.map((one) => one.id),
  );
  await loadStops(
    book,
    cancel.map((one) => one.id),
  );
  const sizes = input.adjustsReserves === false ? [] : await reservesOf(book, classId, day);
  const reserves = [...sizes].map(([reserveId, size]) => ({
    reserveId,
    delta: (size * ratio.numerator) / ratio.denominator - size,
  }));

  const issue: NewCertificate[] = [];
  const replaced = new Map<Certificate, number>();
  for (const one of shares) {
    const heirs: Lot[][] = [];
    const orphans: Lot[] = [];
    one.certificates.forEach((old, index) => {
      const part = one.parts[index]!;
      const before = book.lots.get(old.id) ?? [];
      if (part === 0n) {
        orphans.push(...before);
        return;
      }
      replaced.set(old, issue.length);
      const { holderId, restriction, legend, acquiredOn } = old;
      const lots = rescaleLots(before, part);
      heirs.push(lots);
      issue.push({ classId, holderId, shares: part, restriction, legend, acquiredOn, lots });
    });
    inheritCost(heirs.flat(), orphans);
  }
  const treasuryAccount = (holderId: bigint) => book.accounts.get(holderId)!.isTreasury;
  const treasury = sumShares(issue.filter((one) => treasuryAccount(one.holderId)));
  facts.reverseSplitOn = day;
  const posted = await post(book, {
    entry,
    kind: 'V',
    transferFrom: namesText(
      book,
      cancel.map((one) => one.holderId),
    ),
    issuedTo: namesText(
      book,
      issue.map((one) => one.holderId),
    ),
    ratio,
    fractionalType: input.fractionalType,
    cashPrice: input.cashPrice,
    cashPaid: totalCash(shares),
    cancel,
    issue,
    lines: [
      {
        classId,
        authorized: input.authorizedChange,
        credited: sumShares(issue),
        debited: sumShares(cancel),
        treasury: treasury - sumShares(cancel.filter((one) => one.isTreasury)),
        reserves: reserves.filter((one) => one.delta !== 0n),
        note: `${ratio.numerator} for ${ratio.denominator}`,
      },
    ],
    stops: 'move',
  });
  for (const old of cancel) {
    const heir = replaced.get(old);
    moveStops(book, old, heir === undefined ? undefined : posted.issued[heir], day, posted.txnId);
  }
  payFractions(book, posted.txnId, classId, shares, input);
  recordAction(book, facts, day);
  if (input.newCusip) {
    await book.tx.query(
      `insert into former_cusip (issuer_id, class_id, cusip, until_on)
       select issuer_id, id, cusip, $3 from security_class
        where issuer_id = $1 and id = $2 and cusip not in ('', $4)
       on conflict (issuer_id, class_id, cusip) do update set until_on = excluded.until_on`,
      [book.issuerId, classId, day, input.newCusip],
    );
    await book.tx.query('update security_class set cusip = $3 where issuer_id = $1 and id = $2', [
      book.issuerId,
      classId,
      input.newCusip,
    ]);
  }
  return posted;
}

export const splitReverse = verb(splitReverseIn);

function moveStops(
  book: UnitOfWork,
  old: Certificate,
  heir: Certificate | undefined,
  day: string,
  txnId: bigint,
): void {
  for (const stop of activeStops(book, old.id)) {
    release(book, stop, day, txnId);
    if (heir) addStop(book, heir, { kind: stop.kind, placedOn: stop.placedOn, movedFrom: old.id });
  }
  if (old.form === 'Certificate') {
    addStop(book, old, { kind: 'Post-split certificate not surrendered', placedOn: day });
  }
}
