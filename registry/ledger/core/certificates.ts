// Loads certificates into a book, converts them to rows, and adds up their shares.

import { arrayText } from '#registry/db/insert';
import { queryPrepared } from '#registry/db/query-prepared';
import { assertRule } from './ledger-error.ts';
import type { Row } from './tables.ts';
import type { Certificate } from './types.ts';
import { lockOf, type UnitOfWork } from './unit-of-work.ts';

/**
 * The canceled date of an outstanding certificate: a date instead of null, so that indexes and comparisons stay
 * simple.
 */
export const never = '9999-12-31';

export function certificateRow(issuerId: bigint, one: Certificate): Row<'certificate'> {
  return {
    issuer_id: issuerId,
    id: one.id,
    class_id: one.classId,
    customer_id: one.customerId,
    prefix: one.prefix,
    number: one.number,
    form: one.form,
    holder_id: one.holderId,
    is_treasury: one.isTreasury,
    shares: one.shares,
    restriction: one.restriction,
    legend: one.legend,
    acquired_on: one.acquiredOn,
    issued_on: one.issuedOn,
    canceled_on: one.canceledOn,
    issued_txn: one.issuedTxn,
    canceled_txn: one.canceledTxn,
    post_reverse_split: one.postReverseSplit,
    printed_on: one.printedOn,
    position_id: one.position?.id ?? null,
    movement: one.position?.movement ?? 0,
    moved_shares: one.position?.moved ?? null,
    is_replaced: one.position?.isReplaced ?? false,
  };
}

const columns = `id, class_id, customer_id, prefix, number, form, holder_id, is_treasury, shares, restriction, legend,
  acquired_on, issued_on, canceled_on, issued_txn, canceled_txn, post_reverse_split, printed_on,
  position_id, movement, moved_shares, is_replaced`;

/** Loads certificates that are not in the book yet; missing ones are skipped. */
export async function readCertificates(book: UnitOfWork, ids: readonly bigint[]): Promise<void> {
  const missing = ids.filter((id) => !book.certificates.has(id));
  if (missing.length === 0 || book.isNew) return;
  await keep(
    book,
    `select ${columns} from certificate where issuer_id = $1 and id = any($2::bigint[])${lockOf(book)}`,
    [arrayText(missing)],
  );
}

/** Certificates by id, in the given order; each must exist. */
export async function certificatesById(book: UnitOfWork, ids: readonly bigint[]): Promise<Certificate[]> {
  await readCertificates(book, ids);
  return ids.map((id) => {
    const found = book.certificates.get(id);
    assertRule(found, 'unknownCertificate', 'certificates', `${book.issuerName} has no certificate ${id}.`);
    return found;
  });
}

/**
 * The certificates of a class outstanding at the close of `day`, by account and number. Write the book first:
 * this reads the database.
 */
export async function outstandingOf(
  book: UnitOfWork,
  classId: bigint,
  day: string,
  withTreasury: boolean,
): Promise<Certificate[]> {
  const found = await keep(
    book,
    `select ${columns} from certificate
      where issuer_id = $1 and class_id = $2 and issued_on <= $3 and canceled_on > $3 and (not is_treasury or $4)
      order by holder_id, number, id`,
    [classId, day, withTreasury],
  );
  return found;
}

async function keep(book: UnitOfWork, text: string, values: unknown[]): Promise<Certificate[]> {
  const { rows } = await queryPrepared(book.tx, text, [book.issuerId, ...values]);
  return rows.map((row) => {
    const known = book.certificates.get(row.id);
    if (known) return known;
    const read: Certificate = {
      id: row.id,
      classId: row.class_id,
      customerId: row.customer_id,
      prefix: row.prefix,
      number: row.number,
      form: row.form,
      holderId: row.holder_id,
      isTreasury: row.is_treasury,
      shares: row.shares,
      restriction: row.restriction,
      legend: row.legend,
      acquiredOn: row.acquired_on,
      issuedOn: row.issued_on,
      canceledOn: row.canceled_on,
      issuedTxn: row.issued_txn,
      canceledTxn: row.canceled_txn,
      postReverseSplit: row.post_reverse_split,
      printedOn: row.printed_on,
      position:
        row.position_id === null
          ? null
          : {
              id: row.position_id,
              movement: row.movement,
              moved: row.moved_shares,
              isReplaced: row.is_replaced,
            },
      isStored: true,
    };
    book.certificates.set(read.id, read);
    return read;
  });
}

export function sumShares(list: readonly { shares: bigint }[]): bigint {
  return list.reduce((sum, one) => sum + one.shares, 0n);
}
