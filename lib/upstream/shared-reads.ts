import { ApiError } from '../api/error.ts';

/** Reads in progress, shared by identical requests. */
export type SharedReads = {
  /**
   * The response of `go`, or of the call with the same key in progress. The call is aborted only when all its
   * callers have left (`signal`). A caller who leaves gets the error of an aborted call at once.
   */
  read(
    key: string,
    signal: AbortSignal | undefined,
    go: (all: AbortSignal) => Promise<string>,
  ): Promise<string>;
  /** After a write: reads in progress may not show it, so no new caller joins them. */
  part(): void;
};

const left = () => new ApiError('upstream_failed');

type Call = { response: Promise<string>; stop: AbortController; waiting: number };

/**
 * Nothing is cached beyond the call itself. The key must contain everything that the response and the
 * permission depend on. A write that another program sent to the registry may be missing from a response in
 * progress (docs/decisions/access.md).
 */
export function openSharedReads(): SharedReads {
  const calls = new Map<string, Call>();

  function begin(key: string, go: (all: AbortSignal) => Promise<string>): Call {
    const stop = new AbortController();
    const call: Call = { response: go(stop.signal), stop, waiting: 0 };
    calls.set(key, call);
    const over = () => {
      if (calls.get(key) === call) calls.delete(key);
    };
    call.response.then(over, over);
    return call;
  }

  return {
    read(key, signal, go) {
      if (signal?.aborted) return Promise.reject(left());
      const call = calls.get(key) ?? begin(key, go);
      call.waiting += 1;
      if (!signal) return call.response;
      return new Promise((resolve, reject) => {
        const leave = () => {
          call.waiting -= 1;
          if (call.waiting === 0) {
            // An aborted call must not be joined.
            if (calls.get(key) === call) calls.delete(key);
            call.stop.abort();
          }
          reject(left());
        };
        signal.addEventListener('abort', leave, { once: true });
        const stay = () => signal.removeEventListener('abort', leave);
        call.response.then(resolve, reject).finally(stay);
      });
    },
    part: () => calls.clear(),
  };
}
