// Builds the stored item and its pending transaction from a content and its examination.

import type { ItemContent } from '#lib/contract/agent/content';
import { federalCalendar } from '#lib/format/business-days';
import { arrayText, insertRows } from '#registry/db/insert';
import { queryPrepared } from '#registry/db/query-prepared';
import { changeTxn, pendingTxn } from '#registry/ledger/core/entry';
import { type Tx, takeId, type UnitOfWork } from '#registry/ledger/core/unit-of-work';
import { receiveIn } from '#registry/ledger/pending-transactions';
import { storedContent } from './content/content.ts';
import { duplicateKey, type Examined } from './examine.ts';
import type { Actor, Item } from './item.ts';
import { kinds } from './kinds/index.ts';
import { obstacleCodes } from './obstacle.ts';
import { receiptOf } from './rules/clock.ts';
import { routineOf } from './rules/routine.ts';

export type Recorded = { timeZone: string; cutoff: string };

/** The columns of an item that follow from its content and what was found about it. */
function derived(
  content: ItemContent,
  { prepared, obstacles, papers }: Examined,
  { timeZone, cutoff }: Recorded,
) {
  const receipt = receiptOf(content.receivedAt, { timeZone, calendar: federalCalendar, cutoff });
  const rules = kinds[content.kind];
  return {
    kind: content.kind,
    caseCode: content.caseCode ?? null,
    purpose: content.purpose ?? '',
    classId: prepared.classId ?? (content.securityTypeId ? BigInt(content.securityTypeId) : null),
    content,
    digest: storedContent(content).digest,
    shares: prepared.shares,
    transferFrom: prepared.transferFrom,
    issuedTo: prepared.issuedTo,
    presentor: content.presentor?.name ?? '',
    receivedAt: new Date(content.receivedAt).toISOString(),
    receivedOn: receipt.receivedDate,
    countedFrom: receipt.countedFrom,
    dueOn: rules.isCounted && content.presentor ? receipt.dueDate : null,
    effectiveOn: content.effectiveDate ?? null,
    isRoutine: routineOf(papers, obstacles).isRoutine,
    obstacles: obstacleCodes(obstacles),
    likeness: duplicateKey(content, prepared),
    representsItem: content.representsItemId ? BigInt(content.representsItemId) : null,
    correctsTxn: content.correctsControlTransactionId ? BigInt(content.correctsControlTransactionId) : null,
  };
}

/**
 * Records a new item in an issuer's book: its number, and the Pending transaction of a kind that has one. Nothing
 * is written yet.
 */
export async function newItem(
  book: UnitOfWork,
  content: ItemContent,
  examined: Examined,
  by: Actor,
  given: Recorded,
): Promise<Item> {
  const facts = derived(content, examined, given);
  const { transaction } = kinds[content.kind];
  const txnId =
    transaction &&
    (await receiveIn(book, {
      issuerId: book.issuerId,
      kind: transaction,
      entry: {
        subKind: '',
        receivedOn: facts.receivedOn,
        effectiveOn: facts.effectiveOn ?? undefined,
        presentor: facts.presentor,
        isPresented: !!content.presentor,
        isRoutine: facts.isRoutine,
        authority: content.authority?.text ?? '',
        comments: content.comments ?? '',
        chargeAmount: content.chargeAmount ?? '0',
        documents: content.documents.map((one) => one.kind).join(', '),
        delivery: content.delivery ?? '',
        representsTxn: examined.represented?.txnId ?? undefined,
        createdBy: by,
      },
      transferFrom: facts.transferFrom,
      issuedTo: facts.issuedTo,
    }));
  if (txnId) await linkRejection(book, examined, txnId);
  return {
    issuerId: book.issuerId,
    id: takeId(book, 'item'),
    version: 1,
    stage: 'Entered',
    ...facts,
    txnId,
    number: txnId,
    holdReason: null,
    nextActionOn: null,
    assignedTo: null,
    enteredBy: by.email,
    approvedBy: null,
    postedBy: null,
    endedAt: null,
    reversalTxn: null,
    replacementTxn: null,
    requestedBy: content.request ? by.email : null,
    isWaitingForIssuer: false,
  };
}

/** The rejection of what is presented again names the transaction of the new item. */
async function linkRejection(book: UnitOfWork, { represented }: Examined, txnId: bigint): Promise<void> {
  await queryPrepared(
    book.tx,
    `update rejection set represented_txn = null where issuer_id = $1 and represented_txn = $2 and txn_id <> $3`,
    [book.issuerId, txnId, represented?.txnId ?? 0n],
  );
  if (represented?.txnId)
    await queryPrepared(
      book.tx,
      'update rejection set represented_txn = $3 where issuer_id = $1 and txn_id = $2',
      [book.issuerId, represented.txnId, txnId],
    );
}

/** An item with another content, and its Pending transaction with what lists of the interface show of it. */
export async function changedItem(
  book: UnitOfWork,
  item: Item,
  content: ItemContent,
  examined: Examined,
  given: Recorded,
): Promise<Item> {
  const facts = derived(content, examined, given);
  if (item.txnId !== null) {
    changeTxn(book, await pendingTxn(book, item.txnId), {
      received_on: facts.receivedOn,
      effective_on: facts.effectiveOn,
      presentor: facts.presentor,
      is_presented: !!content.presentor,
      is_routine: facts.isRoutine,
      authority: content.authority?.text ?? '',
      comments: content.comments ?? '',
      documents: content.documents.map((one) => one.kind).join(', '),
      delivery: content.delivery ?? '',
      transfer_from: facts.transferFrom,
      issued_to: facts.issuedTo,
      represents_txn: examined.represented?.txnId ?? null,
    });
    await linkRejection(book, examined, item.txnId);
  }
  return { ...item, ...facts };
}

/** An item with what follows from its content and the books of now. */
export function refreshedItem(item: Item, examined: Examined, given: Recorded): Item {
  return { ...item, ...derived(item.content, examined, given) };
}

const columns = { issuer_id: 'bigint', certificate_id: 'bigint', item_id: 'bigint' } as const;

/** Keeps which certificates an item presents; of an item that ended, none. */
export async function keepCertificates(
  tx: Tx,
  issuerId: bigint,
  itemIds: readonly bigint[],
  presented: readonly { itemId: bigint; certificateId: bigint }[],
): Promise<void> {
  await queryPrepared(
    tx,
    'delete from item_certificate where issuer_id = $1 and item_id = any($2::bigint[])',
    [issuerId, arrayText(itemIds)],
  );
  await insertRows(
    tx,
    'item_certificate',
    columns,
    presented.map((one) => ({ issuer_id: issuerId, certificate_id: one.certificateId, item_id: one.itemId })),
  );
}
