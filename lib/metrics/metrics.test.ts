import { expect, test } from 'vitest';
import { openMetrics } from './metrics.ts';
import { processMetrics, watchProcess } from './process.ts';

const definitions = {
  calls_total: { kind: 'counter', help: 'Calls.', labels: ['status'] },
  call_seconds: { kind: 'timing', help: 'How long.', labels: ['operation'] },
  waiting: { kind: 'gauge', help: 'Waiting.' },
} as const;

test('counters, timings and gauges in the text format', async () => {
  const metrics = openMetrics(definitions);
  for (let n = 0; n < 3; n += 1) metrics.count('calls_total', { status: '200' });
  metrics.count('calls_total', { status: 'a"b\\c\nd' });
  metrics.time('call_seconds', { operation: 'x' }, 0.004);
  metrics.time('call_seconds', { operation: 'x' }, 60);
  metrics.collect('waiting', () => 7);
  const lines = (await metrics.text()).split('\n');
  expect(lines).toContain('calls_total{status="200"} 3');
  expect(lines).toContain('calls_total{status="a\\"b\\\\c\\nd"} 1');
  expect(lines).toContain('call_seconds_bucket{le="0.0025",operation="x"} 0');
  expect(lines).toContain('call_seconds_bucket{le="0.005",operation="x"} 1');
  expect(lines).toContain('call_seconds_bucket{le="30",operation="x"} 1');
  expect(lines).toContain('call_seconds_bucket{le="+Inf",operation="x"} 2');
  expect(lines).toContain('call_seconds_sum{operation="x"} 60.004');
  expect(lines).toContain('call_seconds_count{operation="x"} 2');
  expect(lines).toContain('waiting 7');
});

test('labels outside closed lists cannot grow memory', async () => {
  const metrics = openMetrics(definitions);
  for (let n = 0; n < 5_000; n += 1) {
    metrics.count('calls_total', { status: `${n}` });
    metrics.time('call_seconds', { operation: `${n}` }, 1);
  }
  metrics.count('calls_total', { status: '7' });
  const lines = (await metrics.text()).split('\n');
  expect(lines.filter((line) => line.startsWith('calls_total{'))).toHaveLength(1_000);
  expect(lines.filter((line) => line.startsWith('call_seconds_count'))).toHaveLength(1_000);
  expect(lines).toContain('calls_total{status="7"} 2');
});

test('two sets of metrics in one process do not share values', async () => {
  const [one, other] = [openMetrics(definitions), openMetrics(definitions)];
  one.count('calls_total', { status: '200' });
  expect(await one.text()).toContain('calls_total{status="200"} 1');
  expect(await other.text()).not.toContain('calls_total{');
});

test('a gauge that fails is left out, the rest is reported', async () => {
  const metrics = openMetrics({ ...definitions, ...processMetrics });
  watchProcess(metrics);
  metrics.collect('waiting', () => {
    throw new Error('away');
  });
  const lines = (await metrics.text()).split('\n');
  expect(lines.filter((line) => line.startsWith('waiting'))).toEqual([]);
  expect(lines.some((line) => /^process_resident_memory_bytes \d+$/.test(line))).toBe(true);
  expect(lines.some((line) => /^nodejs_eventloop_delay_seconds\{quantile="0.99"\} /.test(line))).toBe(true);
});

test('an observed counter has the value of the last read', async () => {
  const metrics = openMetrics(processMetrics);
  let seconds = 4.5;
  metrics.collect('process_cpu_seconds_total', () => seconds);
  expect(await metrics.text()).toMatch(/^process_cpu_seconds_total 4.5$/m);
  seconds = 5;
  expect(await metrics.text()).toMatch(/^process_cpu_seconds_total 5$/m);
});
