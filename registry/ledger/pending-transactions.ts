// Receives, rejects and cancels pending transactions.

import { changeTxn, type Entry, type Kind, newTxn, pendingTxn } from './core/entry.ts';
import { assertRule } from './core/ledger-error.ts';
import type { Row } from './core/tables.ts';
import { add, takeId, type UnitOfWork } from './core/unit-of-work.ts';
import { verb } from './core/verb.ts';

export type Receive = {
  issuerId: bigint;
  kind: Kind;
  entry: Omit<Entry, 'effectiveOn' | 'completedOn' | 'processedAt' | 'txnId'> & { effectiveOn?: string };
  transferFrom?: string;
  issuedTo?: string;
  /** What is to be done, stored as text until the completing verb reads it. */
  instruction?: string;
};

/** Receives a transaction. It stays Pending until a verb completes it, or it is rejected or canceled. */
export async function receiveIn(book: UnitOfWork, input: Receive): Promise<bigint> {
  assertRule(
    book.status !== 'Inactive',
    'inactiveIssuer',
    'issuerId',
    `${book.issuerName} is inactive; nothing can be received.`,
  );
  const row = add(book, 'txn', {
    ...newTxn(book, input.entry),
    kind: input.kind,
    status: 'Pending',
    effective_on: input.entry.effectiveOn,
    transfer_from: input.transferFrom ?? '',
    issued_to: input.issuedTo ?? '',
    instruction: input.instruction ?? '',
  });
  return row.id as bigint;
}

export const receive = verb(receiveIn);

export type Reject = {
  issuerId: bigint;
  txnId: bigint;
  /** Null where the class is not known. */
  classId: bigint | null;
  kind: 'DTC' | 'Medallion' | 'Other';
  rejectedOn: string;
  processedAt: string;
  reasonCode: string;
  reason: string;
  shares: bigint;
  holderId?: bigint;
  certificates?: string;
  value?: string;
  presentorName?: string;
  presentorAddress?: string;
  participantNumber?: string;
  guarantorName?: string;
  medallionPrefix?: string;
  medallionSerial?: string;
  noticeTo?: string;
  noticeOn?: string;
  returnedHow?: string;
  /** A reason that asks for papers makes the transaction not routine. */
  isRoutine?: boolean;
};

/**
 * Rejects a Pending transaction, records the rejection and returns its id. Allowed for an inactive issuer too:
 * it moves no shares, and the presentor must get the item back.
 */
export async function rejectIn(book: UnitOfWork, input: Reject): Promise<bigint> {
  const row = await pendingTxn(book, input.txnId);
  assertRule(
    String(row.received_on) <= input.rejectedOn,
    'dateOrder',
    'rejectedOn',
    'A transaction cannot be rejected before it was received.',
  );
  const routine = input.isRoutine === undefined ? {} : { is_routine: input.isRoutine };
  changeTxn(book, row, { status: 'Rejected', processed_at: input.processedAt, ...routine });
  return addRejection(book, input, { txn_id: input.txnId, invoice_number: row.invoice_number });
}

export const reject = verb(rejectIn, 'inactiveToo');

/** Records the rejection of what has no transaction, and returns its id. */
export function rejectItemIn(book: UnitOfWork, input: Omit<Reject, 'txnId'>, itemId: bigint): bigint {
  return addRejection(book, input, { item_id: itemId });
}

function addRejection(
  book: UnitOfWork,
  input: Omit<Reject, 'txnId'>,
  of: { txn_id?: bigint; item_id?: bigint; invoice_number?: Row<'rejection'>['invoice_number'] },
): bigint {
  const id = takeId(book, 'rejection');
  add(book, 'rejection', {
    issuer_id: book.issuerId,
    id,
    ...of,
    class_id: input.classId,
    kind: input.kind,
    rejected_on: input.rejectedOn,
    reason_code: input.reasonCode,
    reason: input.reason,
    presentor_name: input.presentorName ?? '',
    presentor_address: input.presentorAddress ?? '',
    participant_number: input.participantNumber ?? '',
    guarantor_name: input.guarantorName ?? '',
    medallion_prefix: input.medallionPrefix ?? '',
    medallion_serial: input.medallionSerial ?? '',
    holder_id: input.holderId,
    certificates: input.certificates ?? '',
    shares: input.shares,
    value: input.value,
    notice_to: input.noticeTo ?? '',
    notice_on: input.noticeOn,
    returned_how: input.returnedHow ?? '',
  });
  return id;
}

export type Cancel = { issuerId: bigint; txnId: bigint; processedAt: string; comments?: string };

/** Cancels a Pending transaction that the presentor or the issuer withdrew. */
export async function cancelIn(book: UnitOfWork, input: Cancel): Promise<void> {
  const row = await pendingTxn(book, input.txnId);
  const comments = input.comments ? { comments: input.comments } : {};
  changeTxn(book, row, { status: 'Canceled', processed_at: input.processedAt, ...comments });
}

export const cancel = verb(cancelIn, 'inactiveToo');
