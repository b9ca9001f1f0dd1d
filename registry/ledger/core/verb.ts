import { flushUnitOfWork } from './flush-unit-of-work.ts';
import { assertRule } from './ledger-error.ts';
import { beginUnitOfWork, type Tx, type UnitOfWork } from './unit-of-work.ts';

/**
 * A verb as it is called alone: opens the issuer's book, works, writes everything and returns the result. An
 * inactive issuer is read only; 'inactiveToo' allows the few verbs that end items of such an issuer.
 */
export function verb<Input extends { issuerId: bigint }, Output>(
  work: (book: UnitOfWork, input: Input) => Promise<Output>,
  standing: 'operating' | 'inactiveToo' = 'operating',
): (tx: Tx, input: Input) => Promise<Output> {
  return async (tx, input) => {
    const book = await beginUnitOfWork(tx, input.issuerId);
    assertRule(
      standing === 'inactiveToo' || book.status !== 'Inactive',
      'inactiveIssuer',
      'issuerId',
      `${book.issuerName} is inactive; its books are read only.`,
    );
    const output = await work(book, input);
    await flushUnitOfWork(book);
    return output;
  };
}
