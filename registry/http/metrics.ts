// Prometheus metrics of the registry.

import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Pool } from 'pg';
import { type Metrics, metricsType, openMetrics } from '#lib/metrics/metrics';
import { processMetrics, watchProcess } from '#lib/metrics/process';
import type { Reply } from './reply.ts';

const definitions = {
  sharebook_registry_requests_total: {
    kind: 'counter',
    help: 'Requests answered.',
    labels: ['operation', 'status'],
  },
  sharebook_registry_request_seconds: {
    kind: 'timing',
    help: 'From the head of a request to its last byte.',
    labels: ['operation'],
  },
  sharebook_registry_requests_running: { kind: 'gauge', help: 'Requests being answered.' },
  sharebook_registry_connections: { kind: 'gauge', help: 'Open connections.' },
  sharebook_registry_connections_refused_total: { kind: 'counter', help: 'Connections beyond the limit.' },
  sharebook_registry_stalled_readers_total: {
    kind: 'counter',
    help: 'Connections ended because their reader took nothing.',
  },
  sharebook_registry_untrusted_forwarding_total: {
    kind: 'counter',
    help: 'Requests with forwarding headers from an address that is not in REGISTRY_TRUSTED_PROXIES.',
  },
  sharebook_registry_db_connections: {
    kind: 'gauge',
    help: 'Connections to PostgreSQL by pool and state.',
    labels: ['pool', 'state'],
  },
  sharebook_registry_db_waiting: {
    kind: 'gauge',
    help: 'Requests that wait for a connection.',
    labels: ['pool'],
  },
  sharebook_registry_reports_total: {
    kind: 'counter',
    help: 'Report files ended.',
    labels: ['operation', 'outcome'],
  },
  sharebook_registry_report_seconds: {
    kind: 'timing',
    help: 'From the order of a file to its end.',
    labels: ['operation'],
  },
  sharebook_registry_report_queue: { kind: 'gauge', help: 'Ordered files no worker has begun.' },
  sharebook_registry_report_workers: { kind: 'gauge', help: 'Render workers by state.', labels: ['state'] },
  sharebook_registry_signing_certificate_days: {
    kind: 'gauge',
    help: 'Days to the end of the certificate with which files are sealed; none before the first sealed file.',
  },
  sharebook_registry_log_lines_dropped: { kind: 'gauge', help: 'Log lines nobody took, since the start.' },
  sharebook_registry_draining: { kind: 'gauge', help: '1 once the process is on its way out.' },
  ...processMetrics,
} as const;

export type RegistryMetrics = Metrics<typeof definitions>;

/** Sources of the gauges. */
export type Watched = {
  pools: Readonly<Record<string, Pool>>;
  /** Report orders waiting or running. */
  reportLoad: () => number;
  workersMax: number;
  requests: () => number;
  connections: () => number;
  isDraining: () => boolean;
  /** Throws where there is no key yet. */
  signerDaysLeft: () => number;
  lostLines: () => number;
};

/**
 * The metrics of one registry process. Labels hold operations, statuses and states, never a client or an
 * issuer.
 */
export function registryMetrics(watched: Watched): RegistryMetrics {
  const metrics: RegistryMetrics = openMetrics(definitions);
  const { pools, reportLoad, workersMax } = watched;
  watchProcess(metrics);
  metrics.collect('sharebook_registry_requests_running', watched.requests);
  metrics.collect('sharebook_registry_connections', watched.connections);
  metrics.collect('sharebook_registry_log_lines_dropped', watched.lostLines);
  metrics.collect('sharebook_registry_signing_certificate_days', watched.signerDaysLeft);
  metrics.collect('sharebook_registry_draining', () => (watched.isDraining() ? 1 : 0));
  metrics.collect('sharebook_registry_db_connections', () =>
    Object.entries(pools).flatMap(([pool, { totalCount, idleCount }]) => [
      [{ pool, state: 'busy' }, totalCount - idleCount] as const,
      [{ pool, state: 'idle' }, idleCount] as const,
    ]),
  );
  metrics.collect('sharebook_registry_db_waiting', () =>
    Object.entries(pools).map(([pool, { waitingCount }]) => [{ pool }, waitingCount] as const),
  );
  metrics.collect('sharebook_registry_report_queue', () => Math.max(0, reportLoad() - workersMax));
  metrics.collect('sharebook_registry_report_workers', () => {
    const busy = Math.min(workersMax, reportLoad());
    return [
      [{ state: 'busy' }, busy],
      [{ state: 'idle' }, workersMax - busy],
    ];
  });
  return metrics;
}

/** The metrics text for a request with the token. Undefined for all others, or when no token is configured. */
export async function metricsReply(
  metrics: RegistryMetrics,
  token: string | undefined,
  req: IncomingMessage,
): Promise<Reply | undefined> {
  if (token === undefined || !knows(token, req)) return undefined;
  return { status: 200, headers: { 'content-type': metricsType }, body: await metrics.text() };
}

function knows(token: string, { headers }: IncomingMessage): boolean {
  const [given, requested] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${token}`)];
  return given.byteLength === requested.byteLength && timingSafeEqual(given, requested);
}
