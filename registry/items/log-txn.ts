// Logs a stored pending transaction as an item of the work queue.

import { amount, type ItemContent, itemContent } from '#lib/contract/agent/content';
import type { ItemKind } from '#lib/contract/agent/values';
import { flushUnitOfWork } from '#registry/ledger/core/flush-unit-of-work';
import { beginUnitOfWork, type Tx, takeId } from '#registry/ledger/core/unit-of-work';
import { storedContent } from './content/content.ts';
import { type Item, writeItems } from './item.ts';
import { addSteps } from './item-history.ts';
import { refreshedItem } from './record.ts';
import { type Requester, tryContent } from './try-content.ts';

type Ids = Pick<Item, 'issuerId' | 'id' | 'txnId' | 'number'>;

/** Logs a Pending transaction that is stored already as an item of the work queue with this content. */
export async function logTxn(tx: Tx, ids: Ids, content: ItemContent, asked: Requester): Promise<Item> {
  const blank = blankItem(ids, content, asked);
  const { examined } = await tryContent(tx, ids.issuerId, content, blank, asked);
  const item = refreshedItem(blank, examined, asked);
  await writeItems(tx, [item]);
  await addSteps(tx, [{ item, at: asked.now, by: asked.actor, action: 'enter', from: null }]);
  return item;
}

/** A stored charge as a content has it; none for zero. */
export function chargeOf(charge: string): string | undefined {
  return amount.safeParse(charge).success && Number(charge) > 0 ? charge : undefined;
}

const kinds: Readonly<Record<string, ItemKind>> = { T: 'Transfer', R: 'Retirement', N: 'Issuance' };

type ReceivedRow = {
  number: bigint;
  kind: string;
  sub_kind: string;
  received_on: string;
  effective_on: string | null;
  presentor: string;
  authority: string;
  comments: string;
  charge_amount: string;
};

/**
 * Logs a Pending transaction of which only the receipt was recorded, not what it asks for: a user completes the content
 * of the item. Undefined when it is not pending, is an item, or is of a kind that has none.
 */
export async function logReceived(
  tx: Tx,
  issuerId: bigint,
  txnId: bigint,
  channel: ItemContent['channel'],
  asked: Requester,
): Promise<Item | undefined> {
  const book = await beginUnitOfWork(tx, issuerId);
  const { rows } = await tx.query<ReceivedRow>(
    `select number, kind, sub_kind, received_on, effective_on, presentor, authority, comments, charge_amount from txn t
      where issuer_id = $1 and id = $2 and status = 'Pending'
        and not exists (select 1 from item q where q.issuer_id = $1 and q.txn_id = $2)`,
    [issuerId, txnId],
  );
  const [row] = rows;
  const kind = row && kinds[row.kind];
  if (!kind) return undefined;
  const content = itemContent.parse({
    kind,
    purpose: row.sub_kind || undefined,
    receivedAt: row.received_on,
    channel,
    effectiveDate: row.effective_on ?? undefined,
    presentor: row.presentor ? { name: row.presentor } : undefined,
    authority: row.authority && kind !== 'Transfer' ? { text: row.authority } : undefined,
    comments: row.comments || undefined,
    chargeAmount: chargeOf(row.charge_amount),
  });
  const id = takeId(book, 'item');
  await flushUnitOfWork(book);
  return logTxn(tx, { issuerId, id, txnId, number: row.number }, content, asked);
}

function blankItem(
  ids: Pick<Item, 'issuerId' | 'id' | 'txnId' | 'number'>,
  content: ItemContent,
  { actor, today }: Requester,
): Item {
  return {
    ...ids,
    version: 1,
    kind: content.kind,
    caseCode: null,
    purpose: '',
    stage: 'Entered',
    classId: null,
    content,
    digest: storedContent(content).digest,
    shares: null,
    transferFrom: '',
    issuedTo: '',
    presentor: '',
    receivedAt: content.receivedAt,
    receivedOn: today,
    countedFrom: today,
    dueOn: null,
    effectiveOn: null,
    isRoutine: false,
    holdReason: null,
    nextActionOn: null,
    obstacles: [],
    likeness: '',
    assignedTo: null,
    enteredBy: actor.email,
    approvedBy: null,
    postedBy: null,
    endedAt: null,
    representsItem: null,
    correctsTxn: null,
    reversalTxn: null,
    replacementTxn: null,
    requestedBy: null,
    isWaitingForIssuer: false,
  };
}
