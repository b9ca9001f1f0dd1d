import { lineWriter } from '../metrics/line-writer.ts';
import { tracedId } from './trace.ts';
import type { Ended } from './watch.ts';

const instant = () => new Date().toISOString();

/**
 * Writes a JSON line for each request that ended, files of the build left out. All values come from closed lists, so the
 * line needs no guard. `lost` hears of each line nobody took.
 */
export function requestLog(lost: () => void): (ended: Ended) => void {
  const log = lineWriter(1, lost);
  return ({ id, route, operation, method, status, cut, ms }) => {
    if (route === 'static') return;
    const level = status >= 500 ? 'error' : 'info';
    const rounded = Math.round(ms * 10) / 10;
    const line = { level, event: 'request', id, route, operation, method, status, cut: cut || undefined };
    log(JSON.stringify({ time: instant(), ...line, ms: rounded }));
  };
}

const levels: Record<string, string> = { error: 'error', warn: 'warn', trace: 'error' };

/**
 * A line somebody else wrote, as one of ours: JSON gets its instant, text becomes the `text` of an event. JSON that was
 * cut is text.
 */
export function asJsonLine(kind: string, line: string): string {
  const time = instant();
  if (line.startsWith('{"') && line.endsWith('}')) return `{"time":"${time}",${line.slice(1)}`;
  return JSON.stringify({ time, level: levels[kind] ?? 'info', event: 'text', id: tracedId(), text: line });
}
