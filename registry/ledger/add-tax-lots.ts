import { certificatesById } from './core/certificates.ts';
import { flushUnitOfWork } from './core/flush-unit-of-work.ts';
import { assertRule } from './core/ledger-error.ts';
import { loadLots, setLots } from './core/tax-lots.ts';
import type { Lot } from './core/types.ts';
import type { UnitOfWork } from './core/unit-of-work.ts';

export type AddTaxLots = { issuerId: bigint; certificateId: bigint; lots: Lot[] };

/**
 * Sets the lots of a certificate; their quantities must add up to its shares. Refused once a split or stock
 * dividend has spread its basis over the certificate and the new shares: replacing the lots of one part would
 * count the basis twice.
 */
export async function addTaxLotsIn(book: UnitOfWork, input: AddTaxLots): Promise<void> {
  const [certificate] = await certificatesById(book, [input.certificateId]);
  await loadLots(book, [input.certificateId]);
  await flushUnitOfWork(book);
  const { id, holderId, classId, prefix, number } = certificate!;
  const { rows } = await book.tx.query(
    `select min(t.effective_on) as day from certificate c join txn t on t.issuer_id = $1 and t.id = c.issued_txn
      where c.issuer_id = $1 and c.holder_id = $2 and c.class_id = $3 and c.id >= $4 and t.kind in ('F', 'D')`,
    [book.issuerId, holderId, classId, id],
  );
  assertRule(
    rows[0].day === null,
    'lotsSpread',
    'certificateId',
    `The lots of ${prefix}-${number} were spread by a split or stock dividend on ${rows[0].day}.`,
  );
  setLots(book, certificate!, input.lots);
}
