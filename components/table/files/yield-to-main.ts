// Splits long work into slices, so that the page responds in between.

/** Time of work between two pauses, so that the page responds while a long table is written. */
const sliceMs = 12;

/** Yields the same values, and pauses for the browser after each slice of work. */
export async function* paced<T>(values: Iterable<T>): AsyncGenerator<T> {
  let began = performance.now();
  for (const value of values) {
    yield value;
    if (performance.now() - began < sliceMs) continue;
    await new Promise((go) => setTimeout(go));
    began = performance.now();
  }
}
