/** The latest bytes of an arriving file, in memory, so that readers who keep up need no disk access. */
export type TailBuffer = {
  add(piece: Uint8Array): void;
  /** This many bytes from the start are in the file; older chunks may be dropped. */
  wrote(bytes: number): void;
  /** The bytes at `at`, at most one chunk; null when only the file has them. */
  at(at: number): Uint8Array | null;
  /** Adds a reader, which begins at the start. */
  follow(): Follower;
  /** Waits briefly for readers that would fall behind the buffer; undefined when there are none. */
  pace(): Promise<void> | undefined;
};

export type Follower = { moveTo(at: number): void; leave(): void };

type Reader = { at: number; patienceMs: number };

const bufferMax = 1024 * 1024;
/** How far a reader may lag before the sender is paused. */
const lagMax = 512 * 1024;
/**
 * How long a reader may pause the sender in total: this, plus a millisecond per MB. A slower reader gets the
 * rest from the file and pauses nobody, so a slow connection never keeps the registry busy.
 */
const patienceMs = 100;
const bytesPerMs = 1_000_000;

export function createTailBuffer(now: () => number = () => performance.now()): TailBuffer {
  const pieces: Uint8Array[] = [];
  let [start, end, written] = [0, 0, 0];
  const readers = new Set<Reader>();
  let held: (PromiseWithResolvers<void> & { timer: NodeJS.Timeout }) | undefined;

  function forget(): void {
    for (let first = pieces[0]; first; first = pieces[0]) {
      const next = start + first.byteLength;
      if (end - next < bufferMax || next > written) return;
      pieces.shift();
      start = next;
    }
  }

  const isLagging = ({ at, patienceMs }: Reader) => end - at > lagMax && patienceMs > 0;

  function hold(lagging: readonly Reader[]): Promise<void> {
    const since = now();
    const longest = Math.max(...lagging.map((one) => one.patienceMs));
    const whole = Promise.withResolvers<void>();
    const resolve = () => {
      held = undefined;
      clearTimeout(timer);
      for (const one of lagging) one.patienceMs -= now() - since;
      whole.resolve();
    };
    const timer = setTimeout(resolve, longest);
    held = { ...whole, resolve, timer };
    return whole.promise;
  }

  const moved = () => {
    if (held && ![...readers].some(isLagging)) held.resolve();
  };

  return {
    add(piece) {
      pieces.push(piece);
      end += piece.byteLength;
      for (const one of readers) one.patienceMs += piece.byteLength / bytesPerMs;
      forget();
    },
    wrote(bytes) {
      written = bytes;
      forget();
    },
    at(at) {
      if (at < start || at >= end) return null;
      let from = start;
      for (const piece of pieces) {
        const next = from + piece.byteLength;
        if (at < next) return at === from ? piece : piece.subarray(at - from);
        from = next;
      }
      return null;
    },
    follow() {
      const one = { at: 0, patienceMs: patienceMs + end / bytesPerMs };
      readers.add(one);
      return {
        moveTo(at) {
          one.at = at;
          moved();
        },
        leave() {
          readers.delete(one);
          moved();
        },
      };
    },
    pace() {
      const lagging = [...readers].filter(isLagging);
      return lagging.length > 0 ? hold(lagging) : undefined;
    },
  };
}
