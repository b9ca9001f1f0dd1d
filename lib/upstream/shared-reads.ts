import { ApiError } from '../api/error.ts';

/** Reads that are on their way, so that the same question is not asked twice at a time. */
export type SharedReads = {
  /**
   * The answer of `go`, or of the one with the same key that is under way. The call ends when everybody who waits for it
   * has left (`signal`), not before. Whoever leaves is told at once, as for any call that breaks off.
   */
  read(
    key: string,
    signal: AbortSignal | undefined,
    go: (all: AbortSignal) => Promise<string>,
  ): Promise<string>;
  /** Something has been written: what is under way may not show it, so nobody joins that from now on. */
  part(): void;
};

const left = () => new ApiError('upstream_failed');

type Call = { answer: Promise<string>; stop: AbortController; waiting: number };

/**
 * Nothing is kept beyond the call itself. The key has to hold everything the answer and the right to it depend on. A write
 * that another program sent to the registry may be missing from an answer that was under way (docs/decisions/access.md).
 */
export function openSharedReads(): SharedReads {
  const calls = new Map<string, Call>();

  function begin(key: string, go: (all: AbortSignal) => Promise<string>): Call {
    const stop = new AbortController();
    const call: Call = { answer: go(stop.signal), stop, waiting: 0 };
    calls.set(key, call);
    const over = () => {
      if (calls.get(key) === call) calls.delete(key);
    };
    call.answer.then(over, over);
    return call;
  }

  return {
    read(key, signal, go) {
      if (signal?.aborted) return Promise.reject(left());
      const call = calls.get(key) ?? begin(key, go);
      call.waiting += 1;
      if (!signal) return call.answer;
      return new Promise((resolve, reject) => {
        const leave = () => {
          call.waiting -= 1;
          if (call.waiting === 0) {
            // A call that has been given up is not one to join.
            if (calls.get(key) === call) calls.delete(key);
            call.stop.abort();
          }
          reject(left());
        };
        signal.addEventListener('abort', leave, { once: true });
        const stay = () => signal.removeEventListener('abort', leave);
        call.answer.then(resolve, reject).finally(stay);
      });
    },
    part: () => calls.clear(),
  };
}
