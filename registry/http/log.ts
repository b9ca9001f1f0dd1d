/** One structured line per event. Never log query values, bodies, names or codes. */
export type LogLine = Record<string, string | number | boolean | undefined>;
export type Log = (line: LogLine) => void;

/**
 * Passes JSON lines with a UTC time to `write`. JSON escapes every control character a header could contain.
 */
export function jsonLog(write: (line: string) => void): Log {
  return (line) => write(JSON.stringify({ time: new Date().toISOString(), ...line }));
}
