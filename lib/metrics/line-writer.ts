import { write, writeSync } from 'node:fs';

/** A write wakes another thread, which takes longer than the line: those of a moment leave in one. */
const inCompany = (go: () => void) => setTimeout(go, 20).unref();

/** About ten thousand lines: more than a stalled collector needs to come back, and flat memory when it does not. */
const waitingMax = 4 * 1024 * 1024;

/**
 * Writes log lines to a file descriptor beside the work: a pipe that nobody empties must hold up no request (assurance
 * F-50). Beyond 4 MB of waiting text a line is dropped and `lost` told. What waits at the end of the process is still written.
 */
export function lineWriter(
  fd: number,
  lost: () => void,
  put: typeof write = write,
  soon: (go: () => void) => unknown = inCompany,
): (text: string) => void {
  let waiting: string[] = [];
  let size = 0;
  let busy = false;

  function flush(): void {
    if (busy || waiting.length === 0) return;
    const text = Buffer.from(waiting.join(''));
    waiting = [];
    size = 0;
    busy = true;
    send(text, 0);
  }

  function send(text: Buffer, from: number): void {
    put(fd, text, from, text.byteLength - from, null, (error, written) => {
      const next = from + (written ?? 0);
      if (!error && next < text.byteLength) return send(text, next);
      // A pipe set to non-blocking by somebody else is full: the same bytes again in a moment.
      if (error?.code === 'EAGAIN') return void setTimeout(() => send(text, next), 10).unref();
      busy = false;
      flush();
    });
  }

  process.once('exit', () => {
    try {
      if (!busy && waiting.length > 0) writeSync(fd, waiting.join(''));
    } catch {
      // Nobody reads any more.
    }
  });

  return (text) => {
    if (size + text.length > waitingMax) return lost();
    waiting.push(`${text}\n`);
    size += text.length + 1;
    if (!busy && waiting.length === 1) soon(flush);
  };
}
