// Items of the work queue as stored: columns, reading, writing and locking.

import type { ItemContent } from '#lib/contract/agent/content';
import type { CaseCode, ItemKind, ItemStage } from '#lib/contract/agent/values';
import { takeIds } from '#registry/db/ids';
import { arrayText, insertRows } from '#registry/db/insert';
import { queryPrepared } from '#registry/db/query-prepared';
import type { Db } from '#registry/db/session';
import type { Tx } from '#registry/ledger/core/unit-of-work';
import { readContent, storedContent } from './content/content.ts';

/** Who acts on an item. */
export type Actor = { email: string; firstName: string; lastName: string };

/** An item as stored. Days are calendar dates in the registry's zone. */
export type Item = {
  issuerId: bigint;
  id: bigint;
  version: number;
  kind: ItemKind;
  caseCode: CaseCode | null;
  purpose: string;
  stage: ItemStage;
  classId: bigint | null;
  /** Its transaction, and the number people know it by; null for a kind without one. */
  txnId: bigint | null;
  number: bigint | null;
  content: ItemContent;
  digest: string;
  shares: bigint | null;
  transferFrom: string;
  issuedTo: string;
  presentor: string;
  receivedAt: string;
  receivedOn: string;
  /** The three business days are counted after this day. */
  countedFrom: string;
  /** Null where the turnaround rule does not count the item. */
  dueOn: string | null;
  effectiveOn: string | null;
  isRoutine: boolean;
  holdReason: string | null;
  nextActionOn: string | null;
  obstacles: readonly string[];
  /** Items with the same one may be the same item presented twice; '' where that is not known. */
  likeness: string;
  assignedTo: string | null;
  enteredBy: string;
  approvedBy: string | null;
  postedBy: string | null;
  endedAt: string | null;
  representsItem: bigint | null;
  correctsTxn: bigint | null;
  reversalTxn: bigint | null;
  replacementTxn: bigint | null;
  /** The officer of the issuer who asked for it; null for any other item. */
  requestedBy: string | null;
  /** Of a held item: the issuer was asked something. */
  isWaitingForIssuer: boolean;
};

const columns = {
  issuer_id: 'bigint',
  id: 'bigint',
  version: 'int',
  kind: 'text',
  case_code: 'text',
  purpose: 'text',
  stage: 'text',
  class_id: 'bigint',
  txn_id: 'bigint',
  txn_number: 'bigint',
  content: 'text',
  digest: 'text',
  shares: 'bigint',
  transfer_from: 'text',
  issued_to: 'text',
  presentor: 'text',
  depository_reference: 'text',
  search_text: 'text',
  received_at: 'timestamptz',
  received_on: 'date',
  counted_from: 'date',
  due_on: 'date',
  effective_on: 'date',
  is_routine: 'boolean',
  hold_reason: 'text',
  next_action_on: 'date',
  obstacles: 'text',
  likeness: 'text',
  assigned_to: 'text',
  entered_by: 'text',
  approved_by: 'text',
  posted_by: 'text',
  ended_at: 'timestamptz',
  represents_item: 'bigint',
  corrects_txn: 'bigint',
  reversal_txn: 'bigint',
  replacement_txn: 'bigint',
  requested_by: 'text',
  is_waiting_for_issuer: 'boolean',
  changed: 'bigint',
} as const;

type ItemRow = Record<keyof typeof columns, never>;

/** Columns of an item, for statements that read one. */
export const itemColumns = Object.keys(columns)
  .map((name) => `t.${name}`)
  .join(', ');

export function itemOf(row: ItemRow): Item {
  return {
    issuerId: row.issuer_id,
    id: row.id,
    version: row.version,
    kind: row.kind,
    caseCode: row.case_code,
    purpose: row.purpose,
    stage: row.stage,
    classId: row.class_id,
    txnId: row.txn_id,
    // Every other list shows a transaction that has no key of the customer by the registry's own.
    number: row.txn_id,
    content: readContent(row.content),
    digest: row.digest,
    shares: row.shares,
    transferFrom: row.transfer_from,
    issuedTo: row.issued_to,
    presentor: row.presentor,
    receivedAt: row.received_at,
    receivedOn: row.received_on,
    countedFrom: row.counted_from,
    dueOn: row.due_on,
    effectiveOn: row.effective_on,
    isRoutine: row.is_routine,
    holdReason: row.hold_reason,
    nextActionOn: row.next_action_on,
    obstacles: (row.obstacles as string).split(' ').filter(Boolean),
    likeness: row.likeness,
    assignedTo: row.assigned_to,
    enteredBy: row.entered_by,
    approvedBy: row.approved_by,
    postedBy: row.posted_by,
    endedAt: row.ended_at,
    representsItem: row.represents_item,
    correctsTxn: row.corrects_txn,
    reversalTxn: row.reversal_txn,
    replacementTxn: row.replacement_txn,
    requestedBy: row.requested_by,
    isWaitingForIssuer: row.is_waiting_for_issuer,
  };
}

/** An item of an issuer; undefined when there is none. Lock the issuer first to change it. */
export async function readItem(db: Db, issuerId: bigint, itemId: bigint): Promise<Item | undefined> {
  return (await readItems(db, issuerId, [itemId])).get(itemId);
}

/** The items of an issuer with these numbers, as far as there are such. */
export async function readItems(
  db: Db,
  issuerId: bigint,
  itemIds: readonly bigint[],
): Promise<Map<bigint, Item>> {
  const { rows } = await queryPrepared<ItemRow>(
    db,
    `select ${itemColumns} from item t where t.issuer_id = $1 and t.id = any($2::bigint[])`,
    [issuerId, arrayText(itemIds)],
  );
  return new Map(rows.map((row) => [row.id, itemOf(row)]));
}

/** The item of a transaction; undefined when it has none. */
export async function readItemOfTxn(db: Db, issuerId: bigint, txnId: bigint): Promise<Item | undefined> {
  const { rows } = await queryPrepared<ItemRow>(
    db,
    `select ${itemColumns} from item t where t.issuer_id = $1 and t.txn_id = $2`,
    [issuerId, txnId],
  );
  return rows[0] && itemOf(rows[0]);
}

/** The texts in which a list finds an item. */
function searchText(item: Item): string {
  const { content, number } = item;
  const parts = [
    item.transferFrom,
    item.issuedTo,
    item.presentor,
    content.presentor?.reference,
    content.depository?.reference,
    number?.toString(),
    ...content.certificates.map((one) => one.prefixAndCertificateNumber),
  ];
  return parts.filter(Boolean).join(' ').toLowerCase();
}

function rowOf(item: Item, changed: bigint) {
  const { text, digest } = storedContent(item.content);
  return {
    issuer_id: item.issuerId,
    id: item.id,
    version: item.version,
    kind: item.kind,
    case_code: item.caseCode,
    purpose: item.purpose,
    stage: item.stage,
    class_id: item.classId,
    txn_id: item.txnId,
    txn_number: item.number,
    content: text,
    digest,
    shares: item.shares,
    transfer_from: item.transferFrom,
    issued_to: item.issuedTo,
    presentor: item.presentor,
    depository_reference: item.content.depository?.reference ?? null,
    search_text: searchText(item),
    received_at: item.receivedAt,
    received_on: item.receivedOn,
    counted_from: item.countedFrom,
    due_on: item.dueOn,
    effective_on: item.effectiveOn,
    is_routine: item.isRoutine,
    hold_reason: item.holdReason,
    next_action_on: item.nextActionOn,
    obstacles: item.obstacles.join(' '),
    likeness: item.likeness,
    assigned_to: item.assignedTo,
    entered_by: item.enteredBy,
    approved_by: item.approvedBy,
    posted_by: item.postedBy,
    ended_at: item.endedAt,
    represents_item: item.representsItem,
    corrects_txn: item.correctsTxn,
    reversal_txn: item.reversalTxn,
    replacement_txn: item.replacementTxn,
    requested_by: item.requestedBy,
    is_waiting_for_issuer: item.isWaitingForIssuer,
    changed,
  };
}

/**
 * Writes items: new ones and changed ones. The number of the change is taken last, and its lock is held until the
 * transaction ends; so numbers follow the order of commits, and who has read up to one has missed none.
 */
export async function writeItems(tx: Tx, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const first = await takeIds(tx, 'item change', items.length);
  const rows = items.map((item, index) => rowOf(item, first + BigInt(index)));
  const names = Object.keys(columns).filter((name) => name !== 'issuer_id' && name !== 'id');
  const sets = names.map((name) => `${name} = excluded.${name}`).join(', ');
  await insertRows(tx, 'item', columns, rows, `on conflict (issuer_id, id) do update set ${sets}`);
}

/** Locks an issuer's items and books against other writers, without changing anything. */
export async function lockIssuer(tx: Tx, issuerId: bigint): Promise<void> {
  await queryPrepared(tx, 'select id from issuer where id = $1 for update', [issuerId]);
}
