import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Definitions, Metrics } from './metrics.ts';

/** Metrics about the process itself, under the usual Prometheus names. */
export const processMetrics = {
  process_resident_memory_bytes: { kind: 'gauge', help: 'Memory of the process.' },
  process_cpu_seconds_total: { kind: 'counter', help: 'Processor time used.' },
  process_start_time_seconds: { kind: 'gauge', help: 'When the process started, seconds since 1970.' },
  process_open_fds: { kind: 'gauge', help: 'Open files and sockets (Linux).' },
  nodejs_heap_used_bytes: { kind: 'gauge', help: 'Heap in use.' },
  nodejs_eventloop_delay_seconds: {
    kind: 'gauge',
    help: 'How late the event loop is, since the last time somebody asked.',
    labels: ['quantile'],
  },
} as const satisfies Definitions;

/** Registers the process metrics; call once. */
export function watchProcess(metrics: Metrics<typeof processMetrics>): void {
  const startedAt = Date.now() / 1000 - process.uptime();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  metrics.collect('process_resident_memory_bytes', () => process.memoryUsage.rss());
  metrics.collect('process_cpu_seconds_total', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  metrics.collect('process_start_time_seconds', () => startedAt);
  metrics.collect('process_open_fds', () => readdirSync('/proc/self/fd').length);
  metrics.collect('nodejs_heap_used_bytes', () => process.memoryUsage().heapUsed);
  metrics.collect('nodejs_eventloop_delay_seconds', () => {
    const read = [0.5, 0.99].map(
      (part) => [{ quantile: String(part) }, delay.percentile(part * 100) / 1e9] as const,
    );
    delay.reset();
    return read;
  });
}
