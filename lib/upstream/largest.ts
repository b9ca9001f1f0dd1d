import 'server-only';

/** A million accounts at the speed of a registry that sends ten thousand in a second. */
export const summaryMs = 100_000;

/** A share count as it may come: an integer, or its digits; null for anything else. */
export function wholeShares(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  const digits = typeof value === 'string' && /^-?\d+$/.test(value);
  return digits || Number.isSafeInteger(value) ? BigInt(value as number | string) : null;
}

type Sized = { shares: bigint | null; sortName: string; account: string };

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The first `count` in the order of every list of owners: by shares, then name, then account; unknown holdings last. */
export function largestFirst<Row extends Sized>(rows: readonly Row[], count: number): Row[] {
  const order = (a: Row, b: Row) => {
    if (a.shares === b.shares)
      return compareText(a.sortName, b.sortName) || compareText(a.account, b.account);
    if (a.shares === null || b.shares === null) return a.shares === null ? 1 : -1;
    return a.shares > b.shares ? -1 : 1;
  };
  return rows.toSorted(order).slice(0, count);
}
