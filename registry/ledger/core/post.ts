import { activeStops, loadStops, release, stoppedOn } from '../stops.ts';
import { never } from './certificates.ts';
import { checkEntry, type Entry, putTxn, type TxnFacts } from './entry.ts';
import { noChange } from './holder-counts.ts';
import { assertRule } from './ledger-error.ts';
import { type ClassLine, checkOpened, postLine } from './limits.ts';
import { setLots } from './tax-lots.ts';
import type { Certificate, Form, Lot, Restriction } from './types.ts';
import { classOf, takeId, takeNumber, type UnitOfWork } from './unit-of-work.ts';

/** A certificate to be issued. */
export type NewCertificate = {
  classId: bigint;
  holderId: bigint;
  shares: bigint;
  form?: Form;
  prefix?: string;
  restriction: Restriction;
  legend?: string;
  acquiredOn: string;
  customerId?: bigint | null;
  lots?: readonly Lot[];
};

export type Posting = TxnFacts & {
  entry: Entry;
  cancel: readonly Certificate[];
  issue: readonly NewCertificate[];
  lines: readonly ClassLine[];
  /**
   * How stopped certificates may be canceled. 'release': this entry resolves their stops. 'move': a class-wide
   * action moves the stops to the new certificates.
   */
  stops?: 'release' | 'move';
};

/** Result of a verb: the transaction and its certificates after it. */
export type Posted = { txnId: bigint; number: bigint; canceled: Certificate[]; issued: Certificate[] };

/**
 * Posts one balanced entry: the transaction, its canceled and issued certificates, the day's totals of each
 * class, and the control book. Rules of all entries are checked here; verbs check their own rules first.
 */
export async function post(book: UnitOfWork, posting: Posting): Promise<Posted> {
  const { entry } = posting;
  checkEntry(book, entry);
  const touched = new Set([...posting.cancel, ...posting.issue].map((one) => one.classId));
  for (const classId of touched) {
    const facts = classOf(book, classId);
    checkOpened(facts, entry.effectiveOn);
    assertRule(
      !facts.actionOn || entry.effectiveOn >= facts.actionOn,
      'beforeClassAction',
      'effectiveOn',
      `${facts.name} had a split or stock dividend as of ${facts.actionOn}; nothing can be effective before it.`,
    );
  }
  await checkCanceled(book, posting);
  const { id: txnId, number } = await putTxn(book, entry, posting);
  const context = {
    kind: posting.kind,
    effectiveOn: entry.effectiveOn,
    processedAt: entry.processedAt,
    authority: entry.authority ?? '',
    txnId,
  };
  for (const line of posting.lines) await postLine(book, line, context);
  for (const one of posting.cancel) cancel(book, one, entry.effectiveOn, txnId, posting.stops === 'release');
  const issued = posting.issue.map((one) => issue(book, one, entry.effectiveOn, txnId));
  return { txnId, number, canceled: [...posting.cancel], issued };
}

async function checkCanceled(book: UnitOfWork, posting: Posting): Promise<void> {
  const { entry, cancel } = posting;
  assertRule(
    new Set(cancel).size === cancel.length,
    'notOutstanding',
    'certificates',
    'A certificate is named twice.',
  );
  await loadStops(
    book,
    cancel.map((one) => one.id),
  );
  for (const one of cancel) {
    const label = `${one.prefix}-${one.number}`;
    assertRule(one.canceledOn === never, 'notOutstanding', 'certificates', `${label} is already canceled.`);
    assertRule(
      one.issuedOn <= entry.effectiveOn,
      'notYetIssued',
      'effectiveOn',
      `${label} was issued on ${one.issuedOn}, after the effective date.`,
    );
    assertRule(
      posting.stops || activeStops(book, one.id).length === 0,
      'stopped',
      'certificates',
      `${label} has a stop; only its resolution may cancel it.`,
    );
    assertRule(
      posting.stops === 'move' || !stoppedOn(book, one.id, entry.effectiveOn),
      'stopped',
      'effectiveOn',
      `${label} had a stop on ${entry.effectiveOn}, which was released later.`,
    );
  }
}

function cancel(
  book: UnitOfWork,
  one: Certificate,
  day: string,
  txnId: bigint,
  releasesStops: boolean,
): void {
  one.canceledOn = day;
  one.canceledTxn = txnId;
  book.canceledNow.add(one);
  count(book, one, day, -1n);
  if (releasesStops) for (const stop of activeStops(book, one.id)) release(book, stop, day, txnId);
}

function issue(book: UnitOfWork, requested: NewCertificate, day: string, txnId: bigint): Certificate {
  const facts = classOf(book, requested.classId);
  const account = book.accounts.get(requested.holderId);
  assertRule(
    account,
    'unknownAccount',
    'holderId',
    `Holder ${requested.holderId} has no account at ${book.issuerName}.`,
  );
  assertRule(requested.shares > 0n, 'notPositive', 'shares', 'A certificate needs at least one share.');
  assertRule(
    !account.isNominee || requested.restriction === 'N',
    'nomineeRestricted',
    'restriction',
    'A depository nominee holds only unrestricted shares.',
  );
  assertRule(
    requested.acquiredOn <= day,
    'dateOrder',
    'acquiredOn',
    'Shares cannot be acquired after they are issued.',
  );
  const form = requested.form ?? 'BookEntry';
  const nomineePrefix = account.isNominee && form === 'BookEntry' ? 'FB' : undefined;
  const prefix =
    requested.prefix ?? nomineePrefix ?? (form === 'Certificate' ? facts.paperPrefix : facts.bookPrefix);
  const certificate: Certificate = {
    id: takeId(book, 'certificate'),
    classId: facts.id,
    customerId: requested.customerId ?? null,
    prefix,
    number: takeNumber(book, `number ${facts.id} ${prefix}`),
    form,
    holderId: requested.holderId,
    isTreasury: account.isTreasury,
    shares: requested.shares,
    restriction: requested.restriction,
    legend: requested.legend ?? '',
    acquiredOn: requested.acquiredOn,
    issuedOn: day,
    canceledOn: never,
    issuedTxn: txnId,
    canceledTxn: null,
    postReverseSplit: facts.reverseSplitOn !== null,
    printedOn: form === 'Certificate' ? day : null,
    isStored: false,
  };
  book.certificates.set(certificate.id, certificate);
  count(book, certificate, day, 1n);
  if (requested.lots) setLots(book, certificate, requested.lots);
  return certificate;
}

/** Adds a certificate to its class's totals of a day, or subtracts it. */
function count(book: UnitOfWork, one: Certificate, day: string, sign: 1n | -1n): void {
  const key = `${day} ${one.classId}`;
  let delta = book.days.get(key);
  if (!delta) {
    delta = noChange();
    book.days.set(key, delta);
  }
  const shares = sign * one.shares;
  if (one.isTreasury) {
    delta.treasury += shares;
    return;
  }
  delta.outstanding += shares;
  delta.certificates += sign;
  const restricted = one.restriction === 'N' ? 0n : shares;
  delta.restricted += restricted;
  book.moves.push({ holderId: one.holderId, classId: one.classId, day, shares, restricted });
}
