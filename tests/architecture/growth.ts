// Measures how the time of a function grows with the size of its input.

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

/** Number of calls that together take at least this long, in milliseconds. */
function callsFor(run: () => unknown, atLeastMs: number): number {
  for (let calls = 1; ; calls *= 2) if (calls >= 65_536 || spent(run, calls) >= atLeastMs) return calls;
}

/**
 * How many times longer `large` takes. Four calls with the small input are compared with one of the large, four times
 * as long: where growth is linear both take the same time, and memory is collected and other programs interrupt in
 * both alike. Both alternate, and the fastest of three rounds counts.
 */
function compared(small: () => unknown, large: () => unknown, atLeastMs: number): number {
  const calls = callsFor(large, atLeastMs);
  const fastest = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 3; round += 1) {
    fastest.small = Math.min(fastest.small, spent(small, 4 * calls));
    fastest.large = Math.min(fastest.large, spent(large, calls));
  }
  return (4 * fastest.large) / fastest.small;
}

/** Between 4, for an input four times as long in linear time, and 16, for quadratic time. */
export const steep = 8;

/**
 * How many times longer `run` takes for an input of size 4n than for size n. Measured at three sizes, starting
 * small, so that steep growth is found while it is still quick.
 */
export function growth<T>(run: (input: T) => unknown, input: (n: number) => T, largest = 16_384): number {
  let worst = 0;
  for (const n of [largest / 64, largest / 16, largest / 4]) {
    worst = Math.max(worst, ratioAt(run, input(n), input(4 * n)));
    if (worst > steep) break;
  }
  return worst;
}

/** Milliseconds that the calls with an input take together: the first is enough on a machine that is not busy. */
const durations = [0.1, 0.4, 1.6, 6.4, 25.6];

/** The first ratio that is not steep, measured for longer and longer; else the smallest. */
function ratioAt<T>(run: (input: T) => unknown, small: T, large: T): number {
  let ratio = Number.POSITIVE_INFINITY;
  for (const atLeastMs of durations) {
    if (ratio <= steep) break;
    ratio = Math.min(
      ratio,
      compared(
        () => run(small),
        () => run(large),
        atLeastMs,
      ),
    );
  }
  return ratio;
}
