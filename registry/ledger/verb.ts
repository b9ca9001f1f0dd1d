import { type Book, openBook, type Tx } from './book.ts';
import { writeBook } from './write-book.ts';

/** The verb as it is called alone: opens the issuer's book, works, writes everything, answers. */
export function verb<Input extends { issuerId: bigint }, Output>(
  work: (book: Book, input: Input) => Promise<Output>,
): (tx: Tx, input: Input) => Promise<Output> {
  return async (tx, input) => {
    const book = await openBook(tx, input.issuerId);
    const output = await work(book, input);
    await writeBook(book);
    return output;
  };
}
