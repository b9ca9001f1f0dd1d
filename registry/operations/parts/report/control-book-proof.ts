/**
 * The proof of a report that sums outstanding shares: its difference to the control book, which is maintained
 * separately from the certificates. Absolute values are summed, so that the differences of two classes cannot
 * cancel out.
 */
export function controlBookProof(
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
