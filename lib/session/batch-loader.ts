/** Longest wait for the previous query: one that hangs must not block the others. */
const waitMs = 5;

/**
 * Batches lookups by key: while one query runs, new lookups collect for the next one. Each lookup is queried
 * after it was made, so no result is older than its request; nothing is cached. `ask` gets each key once. A
 * single lookup is sent at once.
 */
export function batchLoader<T>(
  ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): (key: string) => Promise<T | undefined> {
  type Group = { keys: Set<string>; answers: PromiseWithResolvers<ReadonlyMap<string, T>> };
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
    ask([...group.keys])
      .then(group.answers.resolve, group.answers.reject)
      .finally(() => {
        onTheirWay -= 1;
        leave();
      });
  }

  return async (key) => {
    next ??= { keys: new Set(), answers: Promise.withResolvers() };
    next.keys.add(key);
    const { answers } = next;
    if (onTheirWay === 0) leave();
    else timer ??= setTimeout(leave, waitMs);
    return (await answers.promise).get(key);
  };
}

/** The same for each source, with separate batches for each value of `flag`. */
export function batchLoaderFor<Source extends object, T>(
  ask: (source: Source, flag: boolean, keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): (source: Source, flag: boolean) => (key: string) => Promise<T | undefined> {
  const asking = new WeakMap<Source, Map<boolean, (key: string) => Promise<T | undefined>>>();
  return (source, flag) => {
    const known = asking.get(source) ?? new Map<boolean, (key: string) => Promise<T | undefined>>();
    asking.set(source, known);
    const asked = known.get(flag) ?? batchLoader<T>((keys) => ask(source, flag, keys));
    known.set(flag, asked);
    return asked;
  };
}
