/** A few places for what takes much of the machine; whoever finds none free waits in line. */
export type Places = {
  /** Resolves with the way to leave, to be used once; without a place when `gone` says that nobody waits any more. */
  enter(gone: AbortSignal): Promise<() => void>;
};

const nothing = () => undefined;

export function openPlaces(max: number): Places {
  let taken = 0;
  const line = new Set<(given: boolean) => void>();
  const leave = () => {
    const [next] = line;
    if (!next) taken -= 1;
    else {
      // The place goes from hand to hand.
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
      const given = await turn.promise;
      gone.removeEventListener('abort', giveUp);
      return given ? leave : nothing;
    },
  };
}
