/**
 * The proof of a report that adds up outstanding shares: its difference to the control book, a book kept apart
 * from the certificates. Summed without sign, so that two classes out of proof cannot hide each other.
 */
export function bookProof(
  book: ReadonlyMap<bigint, bigint>,
  classes: readonly { id: bigint }[],
  outstanding: (classId: bigint) => bigint,
): { label: string; difference: bigint } {
  const difference = classes.reduce((total, { id }) => {
    const one = outstanding(id) - (book.get(id) ?? 0n);
    return total + (one < 0n ? -one : one);
  }, 0n);
  return { label: 'Difference to the control book', difference };
}
