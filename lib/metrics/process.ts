import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Definition, Metrics } from './metrics.ts';

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
  },
} as const satisfies Record<string, Definition>;

/** Registers the process metrics; call once. */
export function watchProcess(metrics: Metrics<keyof typeof processMetrics>): void {
  const startedAt = Date.now() / 1000 - process.uptime();
  let cpu = 0;
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  metrics.gauge('process_resident_memory_bytes', () => {
    const { user, system } = process.cpuUsage();
    const now = (user + system) / 1e6;
    metrics.count('process_cpu_seconds_total', {}, now - cpu);
    cpu = now;
    return process.memoryUsage.rss();
  });
  metrics.gauge('process_start_time_seconds', () => startedAt);
  metrics.gauge('process_open_fds', () => readdirSync('/proc/self/fd').length);
  metrics.gauge('nodejs_heap_used_bytes', () => process.memoryUsage().heapUsed);
  metrics.gauge('nodejs_eventloop_delay_seconds', () => {
    const read = [0.5, 0.99].map(
      (part) => [{ quantile: String(part) }, delay.percentile(part * 100) / 1e9] as const,
    );
    delay.reset();
    return read;
  });
}
