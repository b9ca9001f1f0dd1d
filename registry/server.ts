// Builds the registry's HTTP service on a migrated database, with its caches, report store and background work.

import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Log } from '#lib/metrics/json-log';
import { listenForMetrics } from '#lib/metrics/listener';
import { networkList } from '#lib/net/client-address';
import { forwardingWatch } from '#lib/net/forwarding-watch';
import { watchStalledReaders } from '#lib/net/stalled-readers';
import { isMigrated } from '#lib/postgres/migrate';
import { openPool } from '#lib/postgres/pool';
import { forgetOldSources } from './access/client-sources.ts';
import { rateLimit } from './access/rate.ts';
import { markKey } from './access/secrets.ts';
import { tokenCall } from './access/token-call.ts';
import { forgetExpiredTokens } from './access/tokens.ts';
import type { Clock } from './clock.ts';
import { renderWorkers } from './files/render-workers.ts';
import { openReportStore } from './files/report-store.ts';
import { registryMetrics } from './http/metrics.ts';
import { rejectUnreadable } from './http/reject-unreadable.ts';
import { type RequestContext, respond } from './http/respond.ts';
import { createSemaphore } from './http/semaphore.ts';
import { openRegisterFolder } from './import/files/register-folder.ts';
import { type PullSettings, registerRunner } from './import/work/runner.ts';
import type { WorkSettings } from './items/approval/approval-rule.ts';
import { logInstructions } from './items/log-instruction.ts';
import { postDueItems } from './items/post-due.ts';
import { registryRequester } from './items/registry-requester.ts';
import { completeDue } from './ledger/issuance/due-issuances.ts';
import { registerMemory } from './queries/memory.ts';
import { currentCertificate, daysLeft, signingKeyFile } from './sealing/signing-key.ts';

type Patience = { headMs: number; requestMs: number; checkEveryMs: number };
const defaultPatience: Patience = { headMs: 10_000, requestMs: 30_000, checkEveryMs: 5_000 };

export type ServerOptions = {
  pool: Pool;
  /** The same database, for the connections of the render workers. */
  databaseUrl: string;
  /** A read replica; the workers use it once it has caught up with the primary. */
  reportsDatabaseUrl?: string | undefined;
  clock: Clock;
  /** Spool files go below `<dataDir>/registry/reports`. */
  dataDir: string;
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** {base_url} in links; default http://host:port. Its path is served as a prefix, besides the root. */
  publicUrl?: string | undefined;
  /** Where users reach the dashboard, without a trailing slash; without it files have no links to its pages. */
  dashboardUrl?: string | undefined;
  ratePerSecond: number;
  /** Whether demo clients work; their secrets are published. */
  demoClients: boolean;
  /** Default auto. */
  issuanceMode?: 'auto' | 'manual';
  /** Default: no approval, cut-off at 16:00. */
  work?: WorkSettings;
  /** Timeouts for receiving headers and whole requests, and how often they are checked. */
  patience?: Patience;
  /** A connection whose client reads nothing of a response for this long is ended; default 60,000. */
  readerMs?: number;
  log: Log;
  /** Number of log lines dropped. */
  lostLines?: () => number;
  /** Token for /metrics; without one the path does not exist. */
  metricsToken?: string | undefined;
  /** Trusted proxies, addresses or networks: their X-Forwarded-For is used. Default none. */
  trustedProxies?: readonly string[];
  /** A port on 127.0.0.1 that serves /metrics without a token; none by default. */
  metricsPort?: number | undefined;
  /** How long readiness fails before the port closes (docs/operations.md); default 0. */
  drainNoticeMs?: number;
  /** PEM file of the key that seals files, with its certificates; default: one made below `dataDir`. */
  signingKeyFile?: string | undefined;
  /** How users may pull registers of other registries; default: none of this machine, 4 requests a second. */
  pullSettings?: PullSettings;
  /** Opens that key where it is encrypted, and encrypts the one that is made. */
  signingKeyPassphrase?: string | undefined;
  /** How often work is done that waits for its time, such as issuances on their day; default 60,000. */
  sweepEveryMs?: number;
};

export type RegistryServer = {
  /** {base_url}, without a trailing slash. */
  baseUrl: string;
  port: number;
  /**
   * Fails readiness, stops accepting connections, lets open requests and ordered reports finish for up to
   * `graceMs`, then cuts them. `hurry` ends the wait between failing readiness and closing the port.
   */
  close(graceMs?: number, hurry?: AbortSignal): Promise<void>;
};

const defaultWork: WorkSettings = { approval: 'none', cutoff: '16:00' };

const migrations = new URL('./db/migrations/', import.meta.url);
const writersMax = 12;
const workersMax = 2;
/** Each long list uses a connection and much processor time while it is sent. */
const longListsMax = 2;
/**
 * More connections are closed without a response: file descriptors are needed for the database and report
 * files.
 */
const connectionsMax = 2_000;

/** Starts the registry's HTTP service on a migrated database. Throws when the port is in use. */
export async function createServer(options: ServerOptions): Promise<RegistryServer> {
  const { pool, clock, log } = options;
  const signingKey = signingKeyFile(options.dataDir, {
    path: options.signingKeyFile,
    passphrase: options.signingKeyPassphrase,
  });
  const workers = renderWorkers(
    new URL('./files/worker/worker.ts', import.meta.url),
    { databaseUrl: options.databaseUrl, reportsDatabaseUrl: options.reportsDatabaseUrl, signingKey },
    workersMax,
  );
  const writers = openPool(options.databaseUrl, {
    max: writersMax,
    applicationName: 'registry writers',
    pipeline: true,
  });
  const { issuanceMode = 'auto', work = defaultWork, patience = defaultPatience } = options;
  const proxies = networkList(options.trustedProxies ?? []);
  const forwarding = forwardingWatch('REGISTRY_TRUSTED_PROXIES', proxies);
  const warnings = () => [forwarding.warning()].filter((warning) => warning !== null);
  const folder = join(options.dataDir, 'registry', 'reports');
  let isDraining = false;
  let connections = 0;
  const responding = new Set<ServerResponse>();
  const metrics = registryMetrics({
    pools: { reads: pool, writes: writers },
    reportLoad: workers.load,
    workersMax,
    requests: () => responding.size,
    connections: () => connections,
    isDraining: () => isDraining,
    signerDaysLeft: () => daysLeft(currentCertificate(signingKey.path), clock.now()),
    lostLines: options.lostLines ?? (() => 0),
  });
  const metricsListener =
    options.metricsPort !== undefined &&
    (await listenForMetrics({ port: options.metricsPort, variable: 'REGISTRY_METRICS_PORT' }, metrics.text));
  const reports = await openReportStore({ pool, clock, folder, workers, log, metrics });
  const registerFolder = join(options.dataDir, 'registry', 'registers');
  const { pullSettings = { fromLoopback: false, ratePerSecond: 4 } } = options;
  const registers = {
    folder: openRegisterFolder(registerFolder),
    pullFromLoopback: pullSettings.fromLoopback,
    runner: registerRunner({
      ...{ pool, databaseUrl: options.databaseUrl, folder: registerFolder, clock, log, pullSettings },
      settings: { timeZone: clock.timeZone, issuanceMode, work },
    }),
  };
  const http = createHttpServer({
    maxHeaderSize: 16_384,
    headersTimeout: patience.headMs,
    requestTimeout: patience.requestMs,
    connectionsCheckingInterval: patience.checkEveryMs,
    // Longer than the 60 s of usual proxies and clients, so that no request is on its way to a closed connection.
    keepAliveTimeout: 65_000,
    requireHostHeader: false,
  });
  await listen(http, options.host, options.port);
  const { port } = http.address() as AddressInfo;
  const baseUrl = options.publicUrl ?? `http://${hostText(options.host)}:${port}`;
  const given: RequestContext = {
    route: {
      context: {
        pool,
        writers,
        clock,
        issuanceMode,
        work,
        reports,
        signingKey,
        registers,
        baseUrl,
        dashboardUrl: options.dashboardUrl,
        memory: registerMemory(),
        longLists: createSemaphore(longListsMax),
      },
      tokens: tokenCall({
        pool,
        clock,
        key: markKey(options.dataDir),
        proxies,
        demoClients: options.demoClients,
      }),
      demoClients: options.demoClients,
      limit: rateLimit({ perSecond: options.ratePerSecond, burst: options.ratePerSecond * 2 }),
    },
    open: {
      baseUrl,
      isCurrent: () => isMigrated(pool, migrations),
      isDraining: () => isDraining,
      warnings,
      metrics,
      metricsToken: options.metricsToken,
    },
    prefix: new URL(baseUrl).pathname.replace(/\/$/, ''),
    log,
    metrics,
  };
  rejectUnreadable(http);
  http.maxConnections = connectionsMax;
  http.on('drop', () => metrics.count('sharebook_registry_connections_refused_total'));
  const readers = watchStalledReaders({
    stalledAfterMs: options.readerMs ?? 60_000,
    ended: () => metrics.count('sharebook_registry_stalled_readers_total'),
  });
  http.on('connection', (socket) => {
    connections += 1;
    readers.watch(socket);
    socket.once('close', () => {
      connections -= 1;
    });
  });
  const receive = (req: IncomingMessage, res: ServerResponse) => {
    responding.add(res);
    res.once('close', () => responding.delete(res));
    const seen = forwarding.see(req.socket.remoteAddress, req.headers);
    if (seen !== 'none') metrics.count('sharebook_registry_untrusted_forwarding_total');
    if (seen === 'first') log({ level: 'warn', event: 'untrusted_forwarding', text: warnings().join(' ') });
    void respond(given, req, res);
  };
  http.on('request', receive);
  // An unknown expectation is no reason to refuse (RFC 9110 §10.1.1); Node would send 417.
  http.on('checkExpectation', receive);
  // A response that has not begun by then is given up; a report normally waits for less.
  http.setTimeout(180_000);
  readers.handleTimeouts(http);
  const completeIssuances = async () => {
    if (issuanceMode === 'manual') await logInstructions(writers, registryRequester(clock, work.cutoff));
    else await completeDue(writers, { today: clock.today(), processedAt: clock.now().toISOString() });
  };
  const sweeping = setInterval(() => {
    Promise.all([
      reports.sweep(),
      registers.runner.sweep(),
      forgetExpiredTokens(pool, clock.now()),
      forgetOldSources(pool, clock.now()),
      completeIssuances(),
      postDueItems(writers, registryRequester(clock, work.cutoff), work.approval),
    ]).catch((error: Error) => log({ level: 'error', event: 'sweep_failed', error: error.name }));
  }, options.sweepEveryMs ?? 60_000).unref();

  registers.runner.start();

  return {
    baseUrl,
    port,
    async close(graceMs = 30_000, hurry) {
      clearInterval(sweeping);
      isDraining = true;
      const worked = registers.runner.close();
      const until = Date.now() + graceMs;
      const noticeMs = Math.min(options.drainNoticeMs ?? 0, graceMs);
      await pause(noticeMs, undefined, { signal: hurry }).catch(() => undefined);
      const ended = new Promise((resolve) => http.close(resolve));
      // A kept-alive connection becomes idle only after its last response, so check repeatedly.
      const idle = setInterval(() => http.closeIdleConnections(), 50);
      const late = setTimeout(() => http.closeAllConnections(), Math.max(0, until - Date.now()));
      await ended;
      readers.stop();
      clearTimeout(late);
      clearInterval(idle);
      if (metricsListener) {
        metricsListener.close();
        metricsListener.closeAllConnections();
      }
      // Links already sent must work after the next start, so their files are finished first.
      while (reports.pending() > 0 && Date.now() < until) await pause(20);
      await Promise.all([workers.close(), writers.end(), worked]);
      reports.close();
    },
  };
}

function listen(http: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, host, () => {
      http.off('error', reject);
      resolve();
    });
  });
}

function hostText(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
