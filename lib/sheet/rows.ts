// Reads an iterable of rows in parts, for one worksheet after the other.

export type RowSource<T> = {
  /** The next row, undefined at the end; a promise only where the source is asynchronous. */
  take: () => T | undefined | Promise<T | undefined>;
  /** True when there is another row. */
  more: () => Promise<boolean>;
  /** Runs the source's `finally` when it was not read to the end. */
  close: () => Promise<void>;
};

/** An iterable whose reading can continue in further worksheets. */
export function rowSource<T>(rows: Iterable<T> | AsyncIterable<T>): RowSource<T> {
  const iterator =
    Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : (rows as Iterable<T>)[Symbol.iterator]();
  let held: T | undefined;
  let ended = false;
  const settle = (step: IteratorResult<T>): T | undefined => {
    if (!step.done) return step.value;
    ended = true;
    return undefined;
  };
  const pull = () => {
    if (ended) return undefined;
    const step = iterator.next();
    return step instanceof Promise ? step.then(settle) : settle(step);
  };
  return {
    take: () => {
      if (held === undefined) return pull();
      const row = held;
      held = undefined;
      return row;
    },
    more: async () => {
      held ??= await pull();
      return held !== undefined;
    },
    close: async () => {
      if (!ended) await iterator.return?.();
      ended = true;
    },
  };
}
