/** A semaphore: limits how many expensive tasks run at once; the others wait in order. */
export type Semaphore = {
  /**
   * Resolves with a function that releases the place; call it once. When `gone` is aborted, resolves without a
   * place.
   */
  enter(gone: AbortSignal): Promise<() => void>;
};

const nothing = () => undefined;

export function createSemaphore(max: number): Semaphore {
  let taken = 0;
  const line = new Set<(admitted: boolean) => void>();
  const leave = () => {
    const [next] = line;
    if (!next) taken -= 1;
    else {
      // The place passes directly to the next in line.
      line.delete(next);
      next(true);
    }
  };
  return {
    async enter(gone) {
      if (gone.aborted) return nothing;
      if (taken < max) {
        taken += 1;
        return leave;
      }
      const turn = Promise.withResolvers<boolean>();
      line.add(turn.resolve);
      const giveUp = () => {
        line.delete(turn.resolve);
        turn.resolve(false);
      };
      gone.addEventListener('abort', giveUp, { once: true });
      const admitted = await turn.promise;
      gone.removeEventListener('abort', giveUp);
      return admitted ? leave : nothing;
    },
  };
}
