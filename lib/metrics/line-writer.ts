import { write, writeSync } from 'node:fs';

/** A write wakes another thread, which costs more than a line, so lines are written in batches. */
const inCompany = (go: () => void) => setTimeout(go, 20).unref();

/** About ten thousand lines: enough until a stalled collector recovers, and bounded memory if it does not. */
const waitingMax = 4 * 1024 * 1024;

/**
 * Writes log lines to a file descriptor in the background: a pipe that nobody reads must not block requests.
 * Beyond 4 MB of waiting text, lines are dropped and `lost` is called. Waiting text is still written when the
 * process exits.
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
      // A pipe that another process made non-blocking is full: retry the same bytes shortly.
      if (error?.code === 'EAGAIN') return void setTimeout(() => send(text, next), 10).unref();
      busy = false;
      flush();
    });
  }

  process.once('exit', () => {
    try {
      if (!busy && waiting.length > 0) writeSync(fd, waiting.join(''));
    } catch {
      // The reader has closed the pipe.
    }
  });

  return (text) => {
    if (size + text.length > waitingMax) return lost();
    waiting.push(`${text}\n`);
    size += text.length + 1;
    if (!busy && waiting.length === 1) soon(flush);
  };
}
