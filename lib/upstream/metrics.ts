import 'server-only';
import { processWide } from '../store/process-wide.ts';

const counters = () => processWide('metrics', () => new Map<string, number>());

/** Adds one to a counter; label values come from closed lists, so the number of series stays small. */
export function count(name: string, labels: Readonly<Record<string, string>>): void {
  const text = Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(',');
  const series = `${name}{${text}}`;
  counters().set(series, (counters().get(series) ?? 0) + 1);
}

/** Everything counted since the start, and the process's memory, as Prometheus text. */
export function metricsText(): string {
  const lines = ['# TYPE sharebook_gateway_requests_total counter'];
  for (const [series, value] of [...counters()].sort()) lines.push(`${series} ${value}`);
  lines.push(
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
  );
  return `${lines.join('\n')}\n`;
}
