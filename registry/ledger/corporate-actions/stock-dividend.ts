// Stock dividend (transaction type D): additional shares to the holders of record.

import { insertRows } from '#registry/db/insert';
import { namesText } from '../core/accounts.ts';
import { sumShares } from '../core/certificates.ts';
import { moneyText } from '../core/fractions.ts';
import { assertRule } from '../core/ledger-error.ts';
import { type Posted, post } from '../core/post.ts';
import { classOf, type UnitOfWork } from '../core/unit-of-work.ts';
import { verb } from '../core/verb.ts';
import { dividendToPay, paymentColumns } from '../dividends.ts';
import {
  type AccountShare,
  type CorporateAction,
  checkNothingLater,
  payFractions,
  recordAction,
  shareOut,
  totalCash,
} from './corporate-action.ts';
import { additions } from './split-forward.ts';

/** The declared dividend gives class, record date, ratio (additional shares per share) and fractional rule. */
export type PayStockDividend = {
  issuerId: bigint;
  dividendId: bigint;
  entry: CorporateAction['entry'];
};

/**
 * D: additional shares to the holders of record, none to treasury, with the restriction and acquisition date of
 * the shares they come from. What each account got is frozen with the dividend. Refused when the record date is
 * before a split of the class, because its share counts and ratio refer to pre-split shares.
 */
export async function payStockDividendIn(book: UnitOfWork, input: PayStockDividend): Promise<Posted> {
  const { entry } = input;
  const dividend = await dividendToPay(book, input.dividendId, true, entry.effectiveOn);
  const facts = classOf(book, dividend.classId);
  assertRule(
    entry.authority,
    'authorityMissing',
    'authority',
    'A stock dividend needs the resolution it rests on.',
  );
  assertRule(
    !facts.actionOn || dividend.recordOn >= facts.actionOn,
    'beforeClassAction',
    'dividendId',
    `${facts.name} had a split or stock dividend as of ${facts.actionOn}; a ratio declared on the shares before it cannot be applied. Declare the dividend anew.`,
  );
  if (dividend.recordOn === entry.effectiveOn) await checkNothingLater(book, facts, entry.effectiveOn);
  const shares = await shareOut(book, facts.id, dividend.recordOn, dividend, false);
  const issue = await additions(book, shares);
  assertRule(issue.length > 0, 'nothingMoved', 'dividendId', 'No holder would get a whole share.');
  const credited = sumShares(issue);
  const posted = await post(book, {
    entry,
    kind: 'D',
    transferFrom: facts.name,
    issuedTo: namesText(
      book,
      issue.map((one) => one.holderId),
    ),
    ratio: dividend.ratio,
    fractionalType: dividend.fractionalType,
    cashPrice: dividend.cashPrice,
    cashPaid: totalCash(shares),
    cancel: [],
    issue,
    lines: [{ classId: facts.id, credited, note: dividend.ratioText }],
  });
  payFractions(book, posted.txnId, facts.id, shares, dividend);
  recordAction(book, facts, dividend.recordOn);
  const first = new Map(posted.issued.toReversed().map((one) => [one.holderId, one.id]));
  await insertRows(
    book.tx,
    'dividend_payment',
    paymentColumns,
    shares.map((one) =>
      paymentRow(book, input.dividendId, one, dividend.ratio.denominator, first.get(one.holderId)),
    ),
  );
  await book.tx.query(
    `update dividend set status = 'Paid', outstanding = $3, distribution = $4, txn_id = $5, frozen_at = $6
      where issuer_id = $1 and id = $2`,
    [
      book.issuerId,
      input.dividendId,
      shares.reduce((sum, one) => sum + one.before, 0n),
      credited,
      posted.txnId,
      entry.processedAt,
    ],
  );
  return posted;
}

export const payStockDividend = verb(payStockDividendIn);

function paymentRow(
  book: UnitOfWork,
  dividendId: bigint,
  one: AccountShare,
  denominator: bigint,
  certificateId: bigint | undefined,
) {
  const cash = moneyText(one.cents);
  return {
    issuer_id: book.issuerId,
    dividend_id: dividendId,
    holder_id: one.holderId,
    shares: one.before,
    gross: cash,
    withholding_code: '',
    withheld: '0.00',
    net: cash,
    method: 'Shares',
    reference: '',
    state: 'Issued',
    new_shares: one.whole,
    fraction_numerator: one.fraction,
    fraction_denominator: denominator,
    certificate_id: certificateId,
  };
}
