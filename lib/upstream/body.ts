import 'server-only';

/** The body of an answer between the connection that brings it and the one who reads it. */
export type Body<Fault> = {
  /** Chunks in order, to be read once; throws the fault. Whoever stops reading early ends the call. */
  chunks: AsyncIterable<Uint8Array>;
  /** Takes a chunk; false when the reader is behind and no more should come for now. */
  take(chunk: Uint8Array): boolean;
  finish(): void;
  fail(fault: Fault): void;
  /** All of it has arrived. */
  isWhole(): boolean;
};

type Kind = 'timeout' | 'cut';
type Step = IteratorResult<Uint8Array, undefined>;

/** Held for a slow reader; the rest waits in the connection. */
const heldMax = 256 * 1024;

const over: Step = { done: true, value: undefined };

/**
 * A queue of chunks. Only the registry's silence counts as such (`idleMs`, then `stop`), never the time our own reader
 * takes between two pieces.
 */
export function openBody<Fault>(line: {
  idleMs: number;
  stop: (kind: Kind) => void;
  resume: () => void;
}): Body<Fault> {
  const held: Uint8Array[] = [];
  let size = 0;
  let paused = false;
  let whole = false;
  let fault: { why: Fault } | undefined;
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
    if (fault) return Promise.reject(fault.why);
    if (whole) return Promise.resolve(over);
    timer = setTimeout(() => line.stop('timeout'), line.idleMs);
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
      if (whole || fault) return;
      fault = { why };
      // What had arrived before the break is no use to anybody.
      held.length = 0;
      settled()?.reject(why);
    },
    isWhole: () => whole,
  };
}
