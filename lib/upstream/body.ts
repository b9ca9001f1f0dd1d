import 'server-only';

/** The body of a response, between the connection and its reader. */
export type Body<Fault> = {
  /** Chunks in order, to be read once; throws the error. Stopping early ends the call. */
  chunks: AsyncIterable<Uint8Array>;
  /** Adds a chunk; false when the reader is behind and the sender should pause. */
  take(chunk: Uint8Array): boolean;
  finish(): void;
  fail(error: Fault): void;
  /** All bytes have arrived. */
  isWhole(): boolean;
};

type Kind = 'timeout' | 'cut';
type Step = IteratorResult<Uint8Array, undefined>;

/** Buffered for a slow reader; the rest waits in the connection. */
const heldMax = 256 * 1024;

const over: Step = { done: true, value: undefined };

/**
 * A queue of chunks. Only silence of the registry counts (`silentMs`, then `stop`), never the time our
 * reader takes between two chunks.
 */
export function openBody<Fault>(line: {
  silentMs: number;
  stop: (kind: Kind) => void;
  resume: () => void;
}): Body<Fault> {
  const held: Uint8Array[] = [];
  let size = 0;
  let paused = false;
  let whole = false;
  let error: { why: Fault } | undefined;
  let waiting: { resolve: (step: Step) => void; reject: (why: Fault) => void } | undefined;
  let timer: NodeJS.Timeout | undefined;

  function settled() {
    clearTimeout(timer);
    const reader = waiting;
    waiting = undefined;
    return reader;
  }

  function next(): Promise<Step> {
    const value = held.shift();
    if (value) {
      size -= value.byteLength;
      if (paused && size < heldMax / 2) {
        paused = false;
        line.resume();
      }
      return Promise.resolve({ done: false, value });
    }
    if (error) return Promise.reject(error.why);
    if (whole) return Promise.resolve(over);
    timer = setTimeout(() => line.stop('timeout'), line.silentMs);
    return new Promise((resolve, reject) => {
      waiting = { resolve, reject };
    });
  }

  return {
    chunks: {
      [Symbol.asyncIterator]: () => ({
        next,
        return() {
          if (!whole) line.stop('cut');
          return Promise.resolve(over);
        },
      }),
    },
    take(chunk) {
      const reader = settled();
      if (reader) {
        reader.resolve({ done: false, value: chunk });
        return true;
      }
      held.push(chunk);
      size += chunk.byteLength;
      paused ||= size >= heldMax;
      return !paused;
    },
    finish() {
      whole = true;
      settled()?.resolve(over);
    },
    fail(why) {
      if (whole || error) return;
      error = { why };
      // Bytes received before the abort are useless.
      held.length = 0;
      settled()?.reject(why);
    },
    isWhole: () => whole,
  };
}
