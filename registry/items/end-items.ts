// Ends items that are not posted: rejection and cancellation.

import type { PoolClient } from 'pg';
import type { RejectionReason } from '#lib/contract/agent/values';
import { federalCalendar } from '#lib/format/business-days';
import { flushUnitOfWork } from '#registry/ledger/core/flush-unit-of-work';
import { centsOf, moneyText } from '#registry/ledger/core/fractions';
import { beginUnitOfWork } from '#registry/ledger/core/unit-of-work';
import { cancelIn, type Reject, rejectIn, rejectItemIn } from '#registry/ledger/pending-transactions';
import type { Item } from './item.ts';
import { keepCertificates } from './record.ts';
import { rejectionNoticeDue } from './rules/clock.ts';
import { valueOfShares } from './rules/papers/value.ts';
import { staysRoutine } from './rules/routine.ts';
import { steps } from './steps.ts';
import { type Given, itemForStep, StepRefused, stepped } from './take-steps.ts';
import { type Requester, type Tried, tryContent } from './try-content.ts';

export type Rejection = {
  kind: 'DTC' | 'Medallion' | 'Other';
  reasonCode: RejectionReason;
  reason: string;
  noticeTo: string;
  noticeOn: string | null;
  returnedHow: string;
};

/** Rejects an item, with its transaction if it has one. Allowed for an inactive issuer too. */
export async function rejectItem(
  tx: PoolClient,
  { issuerId, itemId, version }: Given,
  asked: Requester,
  given: Rejection,
): Promise<Item> {
  const book = await beginUnitOfWork(tx, issuerId);
  const item = await itemForStep(tx, issuerId, itemId, version, 'reject');
  refuseNotice(item, asked, given);
  const tried = await tryContent(tx, issuerId, item.content, item, asked);
  // What a person decided stays; a reason that asks for papers makes the item not routine.
  const isRoutine = item.isRoutine && (!!item.content.routine || staysRoutine(given.reasonCode));
  const record = recordOf(item, asked, given, tried);
  if (item.txnId === null) rejectItemIn(book, record, itemId);
  else await rejectIn(book, { ...record, txnId: item.txnId, isRoutine });
  await flushUnitOfWork(book);
  await keepCertificates(tx, issuerId, [itemId], []);
  const reason = `${given.reasonCode} ${given.reason}`;
  const changes = { stage: steps.reject.to, endedAt: asked.now, isRoutine };
  return stepped(tx, item, changes, { asked, action: 'reject', reason });
}

/** The notice leaves by the next business day, and not before the item came. */
function refuseNotice({ receivedOn }: Item, { today }: Requester, { noticeOn }: Rejection): void {
  const latest = rejectionNoticeDue(today, federalCalendar);
  if (noticeOn === null || (noticeOn >= receivedOn && noticeOn <= latest)) return;
  throw new StepRefused('noticeDate', `The notice is sent on a day from ${receivedOn} to ${latest}.`);
}

function recordOf(
  { issuerId, content, classId, shares }: Item,
  asked: Requester,
  given: Rejection,
  { examined: { papers, prepared } }: Tried,
): Omit<Reject, 'txnId'> {
  const { depository, presentor } = content;
  const [guarantee] = content.guarantees;
  return {
    issuerId,
    classId: classId ?? prepared.classId,
    rejectedOn: asked.today,
    processedAt: asked.now,
    ...given,
    noticeOn: given.noticeOn ?? undefined,
    presentorName: presentor?.name,
    presentorAddress: presentor?.address ?? undefined,
    participantNumber: depository?.participantNumber ?? presentor?.participantNumber ?? undefined,
    guarantorName: guarantee?.guarantorName ?? undefined,
    medallionPrefix: guarantee?.prefix ?? undefined,
    medallionSerial: guarantee?.serial ?? undefined,
    holderId: prepared.owners.length === 1 ? prepared.owners[0] : undefined,
    certificates: content.certificates
      .map((one) => one.prefixAndCertificateNumber)
      .filter(Boolean)
      .join(', '),
    shares: shares ?? 0n,
    // What the shares are worth is part of the record of a guarantee that is refused.
    value: given.kind === 'Medallion' ? cents(valueOfShares(papers)?.value) : undefined,
  };
}

/** Dollars and cents, rounded half up. */
function cents(amount: string | undefined): string | undefined {
  return amount === undefined ? undefined : moneyText(centsOf(amount, 1n, 1n));
}

/** Cancels an item that was withdrawn, with its transaction if it has one. */
export async function cancelItem(
  tx: PoolClient,
  { issuerId, itemId, version }: Given,
  asked: Requester,
  reason: string,
): Promise<Item> {
  const book = await beginUnitOfWork(tx, issuerId);
  const item = await itemForStep(tx, issuerId, itemId, version, 'cancel');
  if (item.txnId !== null) {
    await cancelIn(book, { issuerId, txnId: item.txnId, processedAt: asked.now });
    await flushUnitOfWork(book);
  }
  await keepCertificates(tx, issuerId, [itemId], []);
  const changes = { stage: steps.cancel.to, endedAt: asked.now };
  return stepped(tx, item, changes, { asked, action: 'cancel', reason });
}
