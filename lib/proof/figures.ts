import type { Verdict } from './verdict.ts';

/** One comparison or record difference as it is stored: digits as text, null where a side was not read. */
export type Figure = {
  key: string;
  className: string;
  text: string;
  left: string | null;
  right: string | null;
};

export type FigureChange = {
  className: string;
  text: string;
  /** Null where it was not compared then, or is not compared any more. */
  before: Pick<Figure, 'left' | 'right'> | null;
  now: Pick<Figure, 'left' | 'right'> | null;
};

const digits = (value: bigint | null) => (value === null ? null : value.toString());

/** What a verdict rests on: both sides of every comparison, and every open record difference. Keys are unique. */
export function figuresOf({ comparisons, differences }: Verdict): Figure[] {
  const seen = new Map<string, number>();
  const unique = (key: string) => {
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? key : `${key}#${count}`;
  };
  return [
    ...comparisons.map(({ key, className, text, left, right }) => ({
      key: unique(key),
      className,
      text,
      left: digits(left.value),
      right: digits(right.value),
    })),
    ...differences.map(({ className, openedOn, cause, shares }) => ({
      key: unique(`record/${className}/${openedOn}/${cause}`),
      className,
      text: `Record difference of ${openedOn}: ${cause}`,
      left: digits(shares),
      right: '0',
    })),
  ];
}

/** What differs between two readings of the same day. */
export function figureChanges(before: readonly Figure[], now: readonly Figure[]): FigureChange[] {
  const earlier = new Map(before.map((one) => [one.key, one]));
  const later = new Set(now.map(({ key }) => key));
  return [
    ...now.flatMap((one) => {
      const was = earlier.get(one.key) ?? null;
      return was && was.left === one.left && was.right === one.right ? [] : [changeOf(was, one)];
    }),
    ...before.filter(({ key }) => !later.has(key)).map((one) => changeOf(one, null)),
  ];
}

function changeOf(before: Figure | null, now: Figure | null): FigureChange {
  const { className, text } = (now ?? before) as Figure;
  const sides = (one: Figure | null) => one && { left: one.left, right: one.right };
  return { className, text, before: sides(before), now: sides(now) };
}
