/** Work between two pauses, so that the page answers while a long table is written. */
const sliceMs = 12;

/** The same values, with a pause for the page whenever making them has taken a while. */
export async function* paced<T>(values: Iterable<T>): AsyncGenerator<T> {
  let began = performance.now();
  for (const value of values) {
    yield value;
    if (performance.now() - began < sliceMs) continue;
    await new Promise((go) => setTimeout(go));
    began = performance.now();
  }
}
