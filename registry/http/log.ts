/** One structured line per event. Never query values, bodies, names or codes. */
export type LogLine = Record<string, string | number | boolean | undefined>;
export type Log = (line: LogLine) => void;

/** Hands JSON lines with their UTC instant to `write`; JSON escapes every control character a header could carry. */
export function jsonLog(write: (line: string) => void): Log {
  return (line) => write(JSON.stringify({ time: new Date().toISOString(), ...line }));
}
