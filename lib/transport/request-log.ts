import { openJsonLog } from '../metrics/json-log.ts';
import type { RequestSummary } from './request-summary.ts';
import { tracedId } from './trace.ts';

const instant = () => new Date().toISOString();

/**
 * Writes a JSON line for each completed request except those for build files. All values come from closed
 * lists, so the line needs no redaction. `lost` is called for each dropped line.
 */
export function requestLog(lost: () => void): (summary: RequestSummary) => void {
  const log = openJsonLog(lost);
  return ({ id, route, operation, method, status, cut, ms }) => {
    if (route === 'static') return;
    const level = status >= 500 ? 'error' : 'info';
    const rounded = Math.round(ms * 10) / 10;
    const what = { id, route, operation, method, status, cut: cut || undefined };
    log({ level, event: 'request', ...what, ms: rounded });
  };
}

const levels: Record<string, string> = { error: 'error', warn: 'warn', trace: 'error' };

/**
 * Converts a line from other code to our format: JSON gets a timestamp, text becomes the `text` of an event.
 * Truncated JSON counts as text.
 */
export function asJsonLine(kind: string, line: string): string {
  const time = instant();
  if (line.startsWith('{"') && line.endsWith('}')) return `{"time":"${time}",${line.slice(1)}`;
  return JSON.stringify({ time, level: levels[kind] ?? 'info', event: 'text', id: tracedId(), text: line });
}
