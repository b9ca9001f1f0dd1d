// Transaction rows: checks dates and status of a posting, and writes or completes its transaction.

import { isDate } from '#lib/format/dates';
import { issuerScopedId } from '#registry/db/ids';
import { arrayText } from '#registry/db/insert';
import { queryPrepared } from '#registry/db/query-prepared';
import { assertRule } from './ledger-error.ts';
import type { Row } from './tables.ts';
import { add, inLine, lockOf, takeNumber, type UnitOfWork } from './unit-of-work.ts';

export type Kind = 'N' | 'T' | 'C' | 'R' | 'F' | 'V' | 'D';

/** The fields of every transaction besides its certificates. */
export type Entry = {
  /** The Pending transaction that this verb completes; absent: a new one. */
  txnId?: bigint;
  customerId?: bigint | null;
  subKind?: string;
  receivedOn: string;
  effectiveOn: string;
  completedOn: string;
  /** Time of posting, ISO text in UTC. */
  processedAt: string;
  presentor?: string;
  /**
   * False for entries the issuer instructed: nobody presented them, so TA-2 does not count them as items
   * received.
   */
  isPresented?: boolean;
  isRoutine?: boolean;
  /** Resolution or instruction that authorizes a change of issued shares. */
  authority?: string;
  comments?: string;
  chargeAmount?: string;
  documents?: string;
  delivery?: string;
  representsTxn?: bigint;
  /** The transaction that this one reverses, or replaces after its reversal. */
  reversesTxn?: bigint;
  replacesTxn?: bigint;
  createdBy?: { email: string; firstName: string; lastName: string };
};

export type TxnFacts = {
  kind: Kind;
  transferFrom: string;
  issuedTo: string;
  ratio?: { numerator: bigint; denominator: bigint };
  fractionalType?: string;
  cashPrice?: string;
  cashPaid?: string;
};

/** The rules on dates and issuer status that apply to every posting. */
export function checkEntry(book: UnitOfWork, entry: Entry): void {
  assertRule(
    book.status === 'Active',
    'inactiveIssuer',
    'issuerId',
    `${book.issuerName} is ${book.status.toLowerCase()}; nothing can be posted.`,
  );
  for (const field of ['receivedOn', 'effectiveOn', 'completedOn'] as const) {
    assertRule(isDate(entry[field]), 'badDate', field, `"${entry[field]}" is not a date.`);
  }
  assertRule(
    entry.receivedOn <= entry.completedOn,
    'dateOrder',
    'receivedOn',
    'A transaction cannot be completed before it was received.',
  );
  assertRule(
    entry.effectiveOn <= entry.completedOn,
    'dateOrder',
    'effectiveOn',
    'A transaction stays Pending until its effective date.',
  );
}

/** Writes the transaction's row, or completes its Pending row. */
export async function putTxn(
  book: UnitOfWork,
  entry: Entry,
  facts: TxnFacts,
): Promise<{ id: bigint; number: bigint }> {
  const done = {
    kind: facts.kind,
    sub_kind: entry.subKind ?? '',
    status: 'Completed',
    processed_at: entry.processedAt,
    effective_on: entry.effectiveOn,
    completed_on: entry.completedOn,
    authority: entry.authority ?? '',
    ratio_numerator: facts.ratio?.numerator,
    ratio_denominator: facts.ratio?.denominator,
    fractional_type: facts.fractionalType ?? '',
    cash_price: facts.cashPrice,
    cash_paid: facts.cashPaid ?? '0',
    transfer_from: facts.transferFrom,
    issued_to: facts.issuedTo,
  };
  if (entry.txnId !== undefined) return completePending(book, entry.txnId, done);
  const row = add(book, 'txn', { ...newTxn(book, entry), ...done });
  return { id: row.id as bigint, number: row.number as bigint };
}

/** The row of a transaction as received, with the next number of its issuer. */
export function newTxn(
  book: UnitOfWork,
  entry: Omit<Entry, 'effectiveOn' | 'completedOn' | 'processedAt'>,
): Row<'txn'> {
  const number = takeNumber(book, 'txn');
  const isCharged = entry.chargeAmount !== undefined && entry.chargeAmount !== '0';
  return {
    issuer_id: book.issuerId,
    id: issuerScopedId(book.issuerId, number),
    customer_id: entry.customerId,
    number,
    sub_kind: entry.subKind ?? '',
    received_on: entry.receivedOn,
    presentor: entry.presentor ?? '',
    is_presented: entry.isPresented ?? true,
    is_routine: entry.isRoutine ?? false,
    authority: entry.authority ?? '',
    comments: entry.comments ?? '',
    invoice_number: isCharged ? takeNumber(book, 'invoice') : null,
    charge_amount: entry.chargeAmount ?? '0',
    fractional_type: '',
    cash_paid: '0',
    documents: entry.documents ?? '',
    delivery: entry.delivery ?? '',
    transfer_from: '',
    issued_to: '',
    instruction: '',
    represents_txn: entry.representsTxn,
    reverses_txn: entry.reversesTxn,
    replaces_txn: entry.replacesTxn,
    created_by_email: entry.createdBy?.email ?? '',
    created_by_first_name: entry.createdBy?.firstName ?? '',
    created_by_last_name: entry.createdBy?.lastName ?? '',
  };
}

/** A Pending transaction, queued or stored, as a row to change; any other status is refused. */
export async function pendingTxn(
  book: UnitOfWork,
  txnId: bigint,
): Promise<Row<'txn'> & { isStored: boolean }> {
  const waiting = inLine(book, 'txn').find((row) => row.id === txnId);
  if (waiting) {
    assertRule(
      waiting.status === 'Pending',
      'notPending',
      'txnId',
      `Transaction ${txnId} is ${waiting.status}.`,
    );
    return Object.assign(waiting, { isStored: false });
  }
  await readTxns(book, [txnId]);
  const row = book.txns.get(txnId);
  assertRule(row, 'unknownTransaction', 'txnId', `${book.issuerName} has no transaction ${txnId}.`);
  assertRule(
    row.status === 'Pending',
    'notPending',
    'txnId',
    `Transaction ${txnId} is ${row.status}, not Pending.`,
  );
  return Object.assign(row, { isStored: true });
}

/** Loads stored transactions to change, as far as they are not in the book yet; missing ones are skipped. */
export async function readTxns(book: UnitOfWork, ids: readonly bigint[]): Promise<void> {
  const missing = ids.filter((id) => !book.txns.has(id));
  if (missing.length === 0) return;
  const { rows } = await queryPrepared<Row<'txn'>>(
    book.tx,
    `select id, number, kind, status, received_on, invoice_number from txn
      where issuer_id = $1 and id = any($2::bigint[])${lockOf(book)}`,
    [book.issuerId, arrayText(missing)],
  );
  for (const row of rows) book.txns.set(row.id as bigint, row);
}

/** Changes columns of a Pending transaction, queued or stored; written with the book. */
export function changeTxn(
  book: UnitOfWork,
  row: Row<'txn'> & { isStored: boolean },
  changes: Row<'txn'>,
): void {
  Object.assign(row, changes);
  if (!row.isStored) return;
  const id = row.id as bigint;
  book.changedTxns.set(id, { ...book.changedTxns.get(id), ...changes });
}

async function completePending(book: UnitOfWork, txnId: bigint, done: Row<'txn'>) {
  const row = await pendingTxn(book, txnId);
  assertRule(row.kind === done.kind, 'notPending', 'txnId', `Transaction ${txnId} is of another type.`);
  changeTxn(book, row, done);
  return { id: txnId, number: row.number as bigint };
}

/** The day from which an entry counts: that on which it takes effect, or an earlier one of posting. */
export function firstDayOf({ effectiveOn, completedOn }: Pick<Entry, 'effectiveOn' | 'completedOn'>): string {
  return effectiveOn < completedOn ? effectiveOn : completedOn;
}
