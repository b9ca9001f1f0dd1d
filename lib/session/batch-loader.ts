// Batches concurrent lookups by key into one query, as DataLoader does.

/** Longest wait for the previous query: one that hangs must not block the others. */
const waitMs = 5;

/**
 * Batches lookups by key: while one query runs, new lookups collect for the next one. Each lookup is queried
 * after it was made, so no result is older than its request; nothing is cached. `load` gets each key once. A
 * single lookup is sent at once.
 */
export function batchLoader<T>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): (key: string) => Promise<T | undefined> {
  type Group = { keys: Set<string>; responses: PromiseWithResolvers<ReadonlyMap<string, T>> };
  let onTheirWay = 0;
  let next: Group | undefined;
  let timer: NodeJS.Timeout | undefined;

  function leave(): void {
    clearTimeout(timer);
    timer = undefined;
    const group = next;
    next = undefined;
    if (!group) return;
    onTheirWay += 1;
    load([...group.keys])
      .then(group.responses.resolve, group.responses.reject)
      .finally(() => {
        onTheirWay -= 1;
        leave();
      });
  }

  return async (key) => {
    next ??= { keys: new Set(), responses: Promise.withResolvers() };
    next.keys.add(key);
    const { responses } = next;
    if (onTheirWay === 0) leave();
    else timer ??= setTimeout(leave, waitMs);
    return (await responses.promise).get(key);
  };
}

/** The same for each source, with separate batches for each value of `flag`. */
export function batchLoaderFor<Source extends object, T>(
  load: (source: Source, flag: boolean, keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): (source: Source, flag: boolean) => (key: string) => Promise<T | undefined> {
  const requesting = new WeakMap<Source, Map<boolean, (key: string) => Promise<T | undefined>>>();
  return (source, flag) => {
    const known = requesting.get(source) ?? new Map<boolean, (key: string) => Promise<T | undefined>>();
    requesting.set(source, known);
    const requested = known.get(flag) ?? batchLoader<T>((keys) => load(source, flag, keys));
    known.set(flag, requested);
    return requested;
  };
}
