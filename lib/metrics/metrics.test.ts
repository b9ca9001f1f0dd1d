import { expect, test } from 'vitest';
import { openMetrics } from './metrics.ts';
import { processMetrics, watchProcess } from './process.ts';

const definitions = {
  calls_total: { kind: 'counter', help: 'Calls.' },
  call_seconds: { kind: 'timing', help: 'How long.' },
  waiting: { kind: 'gauge', help: 'Waiting.' },
} as const;

test('counters, timings and gauges, as the text says it', () => {
  const metrics = openMetrics(definitions);
  metrics.count('calls_total', { status: '200' });
  metrics.count('calls_total', { status: '200' }, 2);
  metrics.count('calls_total', { status: 'a"b\\c\nd' });
  metrics.time('call_seconds', { operation: 'x' }, 0.004);
  metrics.time('call_seconds', { operation: 'x' }, 60);
  metrics.gauge('waiting', () => 7);
  const lines = metrics.text().split('\n');
  expect(lines).toContain('calls_total{status="200"} 3');
  expect(lines).toContain('calls_total{status="a\\"b\\\\c\\nd"} 1');
  expect(lines).toContain('call_seconds_bucket{operation="x",le="0.0025"} 0');
  expect(lines).toContain('call_seconds_bucket{operation="x",le="0.005"} 1');
  expect(lines).toContain('call_seconds_bucket{operation="x",le="30"} 1');
  expect(lines).toContain('call_seconds_bucket{operation="x",le="+Inf"} 2');
  expect(lines).toContain('call_seconds_sum{operation="x"} 60.004');
  expect(lines).toContain('call_seconds_count{operation="x"} 2');
  expect(lines).toContain('waiting 7');
});

test('a label that is not from a closed list cannot fill the memory', () => {
  const metrics = openMetrics(definitions);
  for (let n = 0; n < 5_000; n += 1) {
    metrics.count('calls_total', { status: `${n}` });
    metrics.time('call_seconds', { operation: `${n}` }, 1);
  }
  const lines = metrics.text().split('\n');
  expect(lines.filter((line) => line.startsWith('calls_total{'))).toHaveLength(1_000);
  expect(lines.filter((line) => line.startsWith('call_seconds_count'))).toHaveLength(1_000);
});

test('a gauge that cannot be read is left out, the rest is told', () => {
  const metrics = openMetrics({ ...definitions, ...processMetrics });
  watchProcess(metrics);
  metrics.gauge('waiting', () => {
    throw new Error('away');
  });
  const lines = metrics.text().split('\n');
  expect(lines.filter((line) => line.startsWith('waiting'))).toEqual([]);
  expect(lines.some((line) => /^process_resident_memory_bytes \d+$/.test(line))).toBe(true);
  expect(lines.some((line) => /^nodejs_eventloop_delay_seconds\{quantile="0.99"\} /.test(line))).toBe(true);
});
