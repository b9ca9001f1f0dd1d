// Seeded pseudorandom numbers for the soak test.

export type Chance = {
  /** From 0 up to, not including, 1. */
  next(): number;
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  /** An independent stream, the same for the same name. */
  branch(name: string): Chance;
};

/** Pseudorandom numbers, the same for the same seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (list) => list[below(list.length)]!,
    branch: (name) =>
      chanceOf([...name].reduce((sum, sign) => Math.imul(sum ^ sign.charCodeAt(0), 16_777_619), seed)),
  };
}
