// The metrics of the dashboard.

import type { Pool } from 'pg';
import { type CounterName, type LabelsGiven, type Metrics, openMetrics } from '../metrics/metrics.ts';
import { processMetrics, watchProcess } from '../metrics/process.ts';
import { processWide } from '../store/process-wide.ts';
import { isDraining } from '../transport/drain.ts';
import type { RequestSummary } from '../transport/request-summary.ts';

const definitions = {
  sharebook_http_requests_total: {
    kind: 'counter',
    help: 'Requests answered, pages and files of the build too.',
    labels: ['route', 'operation', 'method', 'status'],
  },
  sharebook_http_request_seconds: {
    kind: 'timing',
    help: 'From the head of a request to its last byte.',
    labels: ['route', 'operation'],
  },
  sharebook_stalled_readers_total: {
    kind: 'counter',
    help: 'Connections ended because their reader took nothing.',
  },
  sharebook_answers_cut_total: {
    kind: 'counter',
    help: 'Answers cut because their reader had lost the right to them.',
  },
  sharebook_gateway_requests_total: {
    kind: 'counter',
    help: 'Calls of the gateway by operation and status.',
    labels: ['endpoint', 'status'],
  },
  sharebook_upstream_calls_total: {
    kind: 'counter',
    help: 'Calls of the registry by operation and outcome.',
    labels: ['operation', 'outcome'],
  },
  sharebook_upstream_call_seconds: {
    kind: 'timing',
    help: 'How long the registry took, repeats included.',
    labels: ['operation'],
  },
  sharebook_upstream_tokens_total: {
    kind: 'counter',
    help: 'Access tokens asked for, by outcome.',
    labels: ['outcome'],
  },
  sharebook_upstream_circuit_open: { kind: 'gauge', help: '1 while the registry is asked by probes only.' },
  sharebook_db_connections: { kind: 'gauge', help: 'Connections to the store by state.', labels: ['state'] },
  sharebook_db_waiting: { kind: 'gauge', help: 'Requests that wait for a connection.' },
  sharebook_runs_total: { kind: 'counter', help: 'Report runs ended, by outcome.', labels: ['outcome'] },
  sharebook_runs_receiving: { kind: 'gauge', help: 'Report files on their way from the registry.' },
  sharebook_sign_ins_total: { kind: 'counter', help: 'Sign-ins by outcome.', labels: ['outcome'] },
  sharebook_audit_checkpoints_total: {
    kind: 'counter',
    help: 'Attempts to write a checkpoint of the audit trail, by destination and outcome.',
    labels: ['to', 'outcome'],
  },
  sharebook_untrusted_forwarding_total: {
    kind: 'counter',
    help: 'Requests with forwarding headers from an address that is not in TRUSTED_PROXIES.',
  },
  sharebook_log_lines_dropped_total: { kind: 'counter', help: 'Request lines nobody took from the log.' },
  sharebook_draining: { kind: 'gauge', help: '1 once the process is on its way out.' },
  ...processMetrics,
} as const;

type Definitions = typeof definitions;

const metrics = () =>
  processWide<Metrics<Definitions>>('metrics', () => {
    const made = openMetrics(definitions);
    watchProcess(made);
    made.collect('sharebook_draining', () => (isDraining() ? 1 : 0));
    return made;
  });

/** Adds one to a counter; label values come from closed lists, so the number of series stays small. */
export function count<Name extends CounterName<Definitions>>(
  name: Name,
  ...labels: LabelsGiven<Definitions[Name]>
): void {
  metrics().count(name, ...labels);
}

/**
 * Records a call to the registry that began at `startedAt` (performance.now) and its outcome: `ok` or an error
 * code.
 */
export function noteCall(operation: string, outcome: string, startedAt: number): void {
  metrics().count('sharebook_upstream_calls_total', { operation, outcome });
  metrics().time('sharebook_upstream_call_seconds', { operation }, (performance.now() - startedAt) / 1000);
}

/** Records a completed browser request. */
export function noteRequest({ route, operation = '', method, status, ms }: RequestSummary): void {
  metrics().count('sharebook_http_requests_total', { route, operation, method, status: String(status) });
  metrics().time('sharebook_http_request_seconds', { route, operation }, ms / 1000);
}

/** What the gauges read. */
type Gauges = { upstream: { circuit: { isOpen(): boolean } }; runs: { receiving(): number } };

/** All counters since the start and the current gauges, as Prometheus text. */
export function metricsText(context: Gauges, store: Pool): Promise<string> {
  const all = metrics();
  all.collect('sharebook_upstream_circuit_open', () => (context.upstream.circuit.isOpen() ? 1 : 0));
  all.collect('sharebook_runs_receiving', () => context.runs.receiving());
  all.collect('sharebook_db_waiting', () => store.waitingCount);
  all.collect('sharebook_db_connections', () => [
    [{ state: 'busy' }, store.totalCount - store.idleCount],
    [{ state: 'idle' }, store.idleCount],
  ]);
  return all.text();
}
