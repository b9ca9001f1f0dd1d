import { pino } from 'pino';

/** One event. Never log query values, bodies, names or codes. */
export type LogLine = Readonly<Record<string, string | number | boolean | undefined>> & {
  level: 'info' | 'warn' | 'error';
};
export type Log = (line: LogLine) => void;

/** About ten thousand lines: enough until a stalled collector recovers, and bounded memory if it does not. */
const waitingMax = 4 * 1024 * 1024;
/** Bytes written at once, or what has come in this time: a write of each line costs more than the line. */
const batch = { minLength: 4096, periodicFlush: 50 };
const exitWaitMs = 500;

/**
 * Writes events as JSON lines to standard output in the background: a pipe that nobody reads must not block
 * requests. Beyond 4 MB of waiting text, lines are dropped and `lost` is called. Waiting text is still written
 * when the process exits, for as long as its reader takes it.
 */
export function openJsonLog(lost: () => void): Log {
  let retryUntilMs = Number.POSITIVE_INFINITY;
  // Registered before pino's own exit handler, which would wait without end for a reader that has stopped.
  process.once('exit', () => {
    retryUntilMs = Date.now() + exitWaitMs;
    try {
      destination.flushSync();
    } catch {
      // The reader has stopped, or has closed the pipe.
    }
    destination.destroy();
  });
  const destination = pino.destination({
    // Opening process.stdout makes a pipe non-blocking. A blocked write would hold a thread, and the exit.
    dest: process.stdout.fd,
    sync: false,
    maxLength: waitingMax,
    retryEAGAIN: () => Date.now() < retryUntilMs,
    ...batch,
  });
  destination.on('drop', lost);
  destination.on('error', () => undefined);
  const logger = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    destination,
  );
  return ({ level, ...fields }) => logger[level](fields);
}
