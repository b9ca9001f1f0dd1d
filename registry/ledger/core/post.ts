// Posts one transaction to a book: cancels and issues certificates, moves holdings, writes entries.

import { activeStops, loadStops, release, stoppedOn } from '../stops.ts';
import { never } from './certificates.ts';
import { checkEntry, putTxn } from './entry.ts';
import { noChange } from './holder-counts.ts';
import { assertRule } from './ledger-error.ts';
import { checkOpened, postLine } from './limits.ts';
import {
  isNomineeEntry,
  keepNomineeEntry,
  nomineePrefix,
  replacePosition,
  withPositions,
} from './positions.ts';
import type { NewCertificate, Posting } from './posting.ts';
import { setLots } from './tax-lots.ts';
import type { Certificate } from './types.ts';
import { classOf, takeId, takeNumber, type UnitOfWork } from './unit-of-work.ts';

/** Result of a verb: the transaction and its certificates after it. */
export type Posted = {
  txnId: bigint;
  number: bigint;
  canceled: Certificate[];
  issued: Certificate[];
  /** The certificate of each one that was to be issued; several that joined a position have the same. */
  madeOf: Certificate[];
};

/**
 * Posts one balanced entry: the transaction, its canceled and issued certificates, the day's totals of each
 * class, and the control book. Rules of all entries are checked here; verbs check their own rules first.
 */
export async function post(book: UnitOfWork, given: Posting): Promise<Posted> {
  const { entry } = given;
  checkEntry(book, entry);
  const { cancel: canceled, issue: toIssue } = await withPositions(book, given);
  const posting = { ...given, cancel: canceled };
  const touched = new Set([...canceled, ...given.issue].map((one) => one.classId));
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
  for (const one of canceled) cancel(book, one, entry.effectiveOn, txnId, posting.stops === 'release');
  const issued: Certificate[] = [];
  const madeOf = new Map<NewCertificate, Certificate>();
  for (const { requested, position, of } of toIssue) {
    const made = issue(book, requested, entry.effectiveOn, txnId, position);
    issued.push(made);
    for (const one of of) madeOf.set(one, made);
  }
  return { txnId, number, canceled, issued, madeOf: given.issue.map((one) => madeOf.get(one)!) };
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
      one.position && one.position.movement > 0
        ? `The position ${label} was moved on ${one.issuedOn}, after the effective date.`
        : `${label} was issued on ${one.issuedOn}, after the effective date.`,
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

function issue(
  book: UnitOfWork,
  requested: NewCertificate,
  day: string,
  txnId: bigint,
  /** The row of a position that this one replaces. */
  replaces: Certificate | null,
): Certificate {
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
  const ofNominee = account.isNominee && form === 'BookEntry' ? nomineePrefix : undefined;
  const prefix =
    requested.prefix ?? ofNominee ?? (form === 'Certificate' ? facts.paperPrefix : facts.bookPrefix);
  const certificate: Certificate = {
    id: takeId(book, 'certificate'),
    classId: facts.id,
    customerId: requested.customerId ?? null,
    prefix,
    number: replaces?.number ?? takeNumber(book, `number ${facts.id} ${prefix}`),
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
    position: replaces && replacePosition(replaces, requested.shares),
    isStored: false,
  };
  book.certificates.set(certificate.id, certificate);
  if (account.isNominee && isNomineeEntry(certificate)) keepNomineeEntry(book, certificate);
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
