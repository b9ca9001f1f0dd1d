/** A text of `n` characters and a suffix, flat in memory, so that string building is not measured. */
export function repeated(piece: string, n: number, suffix = ''): string {
  const text = piece.repeat(Math.ceil(n / piece.length)).slice(0, n) + suffix;
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

/** Milliseconds that `calls` calls took. */
function spent(run: () => unknown, calls: number): number {
  const started = performance.now();
  for (let call = 0; call < calls; call += 1) run();
  return performance.now() - started;
}

/** Number of calls that together take long enough to measure and are short enough to be rarely interrupted. */
function callsFor(run: () => unknown): number {
  for (let calls = 1; ; calls *= 2) if (calls >= 65_536 || spent(run, calls) >= 0.1) return calls;
}

/** How many times longer `large` takes; both alternate, and the fastest of three rounds counts. */
function compared(small: () => unknown, large: () => unknown): number {
  const calls = callsFor(small);
  const fastest = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 3; round += 1) {
    fastest.small = Math.min(fastest.small, spent(small, calls));
    fastest.large = Math.min(fastest.large, spent(large, calls));
  }
  return fastest.large / fastest.small;
}

/** Between 4, for an input four times as long in linear time, and 16, for quadratic time. */
export const steep = 8;

/**
 * How many times longer `run` takes for an input of size 4n than for size n. Measured at three sizes, starting
 * small, so that steep growth is found while it is still quick. A ratio above `steep` is measured again, and has
 * to recur at the next size: neither an interruption by other programs does, nor a single step, such as where a
 * text no longer fits the processor's cache; steep growth does.
 */
export function growth<T>(run: (input: T) => unknown, input: (n: number) => T, largest = 16_384): number {
  let before = 0;
  for (const n of [largest / 64, largest / 16, largest / 4]) {
    const ratio = ratioAt(run, input(n), input(4 * n));
    if (Math.min(before, ratio) > steep) return Math.min(before, ratio);
    before = ratio;
  }
  return before;
}

/** The smallest of eight ratios, or the first that is not steep. */
function ratioAt<T>(run: (input: T) => unknown, small: T, large: T): number {
  let ratio = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 8 && ratio > steep; attempt += 1)
    ratio = Math.min(
      ratio,
      compared(
        () => run(small),
        () => run(large),
      ),
    );
  return ratio;
}
