/** A seeded random generator: the same seed gives the same demo data on every machine. */
export type Prng = {
  /** 0 ≤ x < 1, 32 bits. */
  next(): number;
  /** An integer from low to high, both included. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** A shuffled copy of the list. */
  shuffle<T>(list: readonly T[]): T[];
  /** A log-normal number with this median and spread. */
  logNormal(median: number, sigma: number): number;
};

/** sfc32, seeded from a text. */
export function createPrng(seed: string): Prng {
  let [a, b, c, d] = hash(seed);
  const next = () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 4294967296;
  };
  for (let i = 0; i < 16; i += 1) next();
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)]!,
    shuffle: (list) => {
      const copy = [...list];
      for (let i = copy.length - 1; i > 0; i -= 1) {
        const j = int(0, i);
        [copy[i], copy[j]] = [copy[j]!, copy[i]!];
      }
      return copy;
    },
    logNormal: (median, sigma) => median * growth(sigma * normal(next)),
  };
}

/**
 * The sum of twelve uniform numbers is nearly normal, and avoids library functions whose last digit differs
 * between machines.
 */
function normal(next: () => number): number {
  let sum = -6;
  for (let i = 0; i < 12; i += 1) sum += next();
  return sum;
}

/** e^x by its series: only + - × /, which give the same result on every machine. */
function growth(x: number): number {
  let term = 1;
  let sum = 1;
  const small = x / 64;
  for (let i = 1; i < 10; i += 1) {
    term *= small / i;
    sum += term;
  }
  for (let i = 0; i < 6; i += 1) sum *= sum;
  return sum;
}

function hash(text: string): [number, number, number, number] {
  const stir = (start: number, step: number) => {
    let seed = start;
    for (let i = 0; i < text.length; i += 1) {
      seed = Math.imul(seed ^ (text.charCodeAt(i) + step * 31), 0x85ebca6b + step * 2);
      seed ^= seed >>> 13;
    }
    return seed;
  };
  return [stir(0x9e3779b9, 0), stir(0x243f6a88, 1), stir(0xb7e15162, 2), stir(0x1234567, 3)];
}
