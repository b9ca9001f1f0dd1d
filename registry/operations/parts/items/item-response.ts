// Responses about items: one line of the queue, or an item in full.

import type { ExactResponseFor } from '#lib/contract/index';
import { arrayText } from '#registry/db/insert';
import type { Db } from '#registry/db/session';
import { notFound } from '#registry/http/http-error';
import { readApprovals } from '#registry/items/approval/approval';
import { type ApprovalRule, needsApproval } from '#registry/items/approval/approval-rule';
import { filesOf } from '#registry/items/files';
import { readSteps } from '#registry/items/item-history';
import { type ListedItem, listedItem } from '#registry/items/list';

export type ShownItem = ExactResponseFor<'GetItems'>['items'][number];

/** One line of the work queue, of a listed item. */
export function itemSummary({ item, customerIssuerId, issuerName, className }: ListedItem): ShownItem {
  return {
    itemId: item.id,
    version: item.version,
    customerIssuerId,
    issuerName,
    kind: item.kind,
    caseCode: item.caseCode,
    purpose: item.purpose,
    stage: item.stage,
    controlTransactionId: item.txnId,
    displayTransactionId: item.number,
    securityTypeId: item.classId,
    securityTypeName: className,
    shares: item.shares,
    transferFrom: item.transferFrom,
    issuedTo: item.issuedTo,
    presentorName: item.content.presentor?.name ?? null,
    receivedAt: item.content.receivedAt,
    receivedDate: item.receivedOn,
    countedFrom: item.countedFrom,
    dueDate: item.dueOn,
    effectiveDate: item.effectiveOn,
    isRoutine: item.isRoutine,
    holdReason: item.holdReason,
    nextActionOn: item.nextActionOn,
    obstacles: [...item.obstacles],
    assignedTo: item.assignedTo,
    enteredBy: item.enteredBy,
    approvedBy: item.approvedBy,
    postedBy: item.postedBy,
    endedAt: item.endedAt,
    requestedBy: item.requestedBy,
    isWaitingForIssuer: item.stage === 'Held' && item.isWaitingForIssuer,
  };
}

/** An item with its content, files, approvals and history. Throws 404 when the issuer has none with this number. */
export async function itemDetail(
  db: Db,
  issuerId: bigint,
  itemId: bigint,
  rule: ApprovalRule,
): Promise<ExactResponseFor<'GetItem'>> {
  const found = await listedItem(db, issuerId, itemId);
  if (!found) throw notFound('The item');
  const { item } = found;
  const approvals = await readApprovals(db, issuerId, itemId);
  const numberOf = await transactionNumbers(db, issuerId, [
    item.correctsTxn,
    item.reversalTxn,
    item.replacementTxn,
  ]);
  return {
    ...itemSummary(found),
    content: item.content,
    contentDigest: item.digest,
    isApprovalRequired: needsApproval(rule, item.shares),
    approvals: approvals.map(({ by, at, digest, voidBecause }) => ({
      by,
      at,
      contentDigest: digest,
      voidBecause,
    })),
    files: (await filesOf(db, issuerId, itemId)).map((file) => ({
      documentId: file.id,
      name: file.name,
      mediaType: file.mediaType,
      bytes: file.size,
      sha256: file.sha256,
      addedAt: file.addedAt,
      addedBy: file.addedBy,
      removedReason: file.removedReason,
      shared: file.shared,
    })),
    history: (await readSteps(db, issuerId, itemId)).map(({ digest, ...step }) => ({
      ...step,
      contentDigest: digest,
    })),
    rejection: item.stage === 'Rejected' ? await rejectionOf(db, issuerId, item.id, item.txnId) : null,
    representsItemId: item.representsItem,
    correctsControlTransactionId: item.correctsTxn,
    correctsDisplayTransactionId: numberOf(item.correctsTxn),
    reversedByControlTransactionId: item.reversalTxn,
    reversedByDisplayTransactionId: numberOf(item.reversalTxn),
    replacedByControlTransactionId: item.replacementTxn,
    replacedByDisplayTransactionId: numberOf(item.replacementTxn),
  };
}

/** The numbers by which users know transactions. */
async function transactionNumbers(db: Db, issuerId: bigint, ids: readonly (bigint | null)[]) {
  const given = ids.filter((id) => id !== null);
  const { rows } =
    given.length === 0
      ? { rows: [] }
      : await db.query<{ id: bigint; number: bigint }>(
          'select id, coalesce(customer_id, id) as number from txn where issuer_id = $1 and id = any($2::bigint[])',
          [issuerId, arrayText(given)],
        );
  const numbers = new Map(rows.map((row) => [row.id, row.number]));
  return (id: bigint | null) => (id === null ? null : (numbers.get(id) ?? null));
}

async function rejectionOf(
  db: Db,
  issuerId: bigint,
  itemId: bigint,
  txnId: bigint | null,
): Promise<ExactResponseFor<'GetItem'>['rejection']> {
  const { rows } = await db.query<{
    kind: 'DTC' | 'Medallion' | 'Other';
    reason_code: string;
    reason: string;
    rejected_on: string;
    notice_to: string;
    notice_on: string | null;
    returned_how: string;
  }>(
    `select kind, reason_code, reason, rejected_on, notice_to, notice_on, returned_how from rejection
      where issuer_id = $1 and (txn_id = $2 or item_id = $3) order by id desc limit 1`,
    [issuerId, txnId, itemId],
  );
  const [row] = rows;
  if (!row) return null;
  return {
    kind: row.kind,
    reasonCode: row.reason_code,
    reason: row.reason,
    rejectedDate: row.rejected_on,
    noticeTo: row.notice_to,
    noticeDate: row.notice_on,
    returnedHow: row.returned_how,
  };
}
