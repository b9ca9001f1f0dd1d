import { randomUUID } from 'node:crypto';
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
import { writeJson } from '#lib/contract/json';
import { openPool } from '#lib/postgres/pool';
import { rateLimit } from './access/rate.ts';
import { tokenCall } from './access/token-call.ts';
import { forgetExpiredTokens } from './access/tokens.ts';
import type { Clock } from './clock.ts';
import { openDesk } from './files/desk.ts';
import { renderWorkers } from './files/render-workers.ts';
import { Failure } from './http/failure.ts';
import type { Log } from './http/log.ts';
import { jsonType, type Reply, send } from './http/reply.ts';
import { type RouteGiven, route, type Trace } from './http/route.ts';
import { requestTarget } from './http/target.ts';
import { refuseUnreadable } from './http/unreadable.ts';
import { replyWithoutToken } from './http/without-token.ts';
import { completeDue } from './ledger/due-issuances.ts';
import { registerMemory } from './queries/memory.ts';

export type ServerOptions = {
  pool: Pool;
  /** The same database, for the render workers' own connections. */
  databaseUrl: string;
  clock: Clock;
  /** Spool files go below `<dataDir>/registry/reports`. */
  dataDir: string;
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** {base_url} in links; http://host:port when left out. Its path is served as a prefix, beside the root. */
  publicUrl?: string | undefined;
  ratePerSecond: number;
  /** Default auto. */
  issuanceMode?: 'auto' | 'manual';
  log: Log;
};

export type RegistryServer = {
  /** {base_url}, without a trailing slash. */
  baseUrl: string;
  port: number;
  /** Stops accepting, lets open requests and ordered reports finish for up to `graceMs`, then cuts them. */
  close(graceMs?: number): Promise<void>;
};

const sweepEveryMs = 60_000;
const writersMax = 12;

/** Starts the registry's HTTP service over a migrated database. Throws when the address is taken. */
export async function createServer(options: ServerOptions): Promise<RegistryServer> {
  const { pool, clock, log } = options;
  const workers = renderWorkers(
    new URL('./reports/worker.ts', import.meta.url),
    { databaseUrl: options.databaseUrl },
    2,
  );
  const writers = openPool(options.databaseUrl, {
    max: writersMax,
    applicationName: 'registry writers',
    pipeline: true,
  });
  const { issuanceMode = 'auto' } = options;
  const folder = join(options.dataDir, 'registry', 'reports');
  const reports = await openDesk({ pool, clock, folder, workers, log });
  const http = createHttpServer({
    maxHeaderSize: 16_384,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 5_000,
    keepAliveTimeout: 65_000,
    requireHostHeader: false,
  });
  await listen(http, options.host, options.port);
  const { port } = http.address() as AddressInfo;
  const baseUrl = options.publicUrl ?? `http://${hostText(options.host)}:${port}`;
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  const given: RouteGiven = {
    context: { pool, writers, clock, issuanceMode, reports, baseUrl, memory: registerMemory() },
    tokens: tokenCall(pool, clock),
    limit: rateLimit({ perSecond: options.ratePerSecond, burst: options.ratePerSecond * 2 }),
  };
  refuseUnreadable(http);
  const receive = (req: IncomingMessage, res: ServerResponse) => void answer(given, prefix, log, req, res);
  http.on('request', receive);
  // An expectation we do not know is no reason to refuse (RFC 9110 §10.1.1); Node would answer 417.
  http.on('checkExpectation', receive);
  // A reader that takes nothing for this long is gone; a report may wait its turn for less.
  http.setTimeout(180_000);
  const completeIssuances = async () => {
    if (issuanceMode === 'manual') return;
    await completeDue(writers, { today: clock.today(), processedAt: clock.now().toISOString() });
  };
  const sweeping = setInterval(() => {
    Promise.all([reports.sweep(), forgetExpiredTokens(pool, clock.now()), completeIssuances()]).catch(
      (error: Error) => log({ level: 'error', event: 'sweep_failed', error: error.name }),
    );
  }, sweepEveryMs).unref();

  return {
    baseUrl,
    port,
    async close(graceMs = 30_000) {
      clearInterval(sweeping);
      const until = Date.now() + graceMs;
      const ended = new Promise((resolve) => http.close(resolve));
      // A kept connection turns idle only after its last answer, so look again and again.
      const idle = setInterval(() => http.closeIdleConnections(), 50);
      const late = setTimeout(() => http.closeAllConnections(), graceMs);
      await ended;
      clearTimeout(late);
      clearInterval(idle);
      // A link that was answered must hold after the next start, so its file is finished first.
      while (reports.pending() > 0 && Date.now() < until) await pause(20);
      await Promise.all([workers.close(), writers.end()]);
    },
  };
}

async function answer(
  given: RouteGiven,
  prefix: string,
  log: Log,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const started = performance.now();
  const trace: Trace = { id: randomUUID() };
  const target = requestTarget(req.url ?? '', prefix);
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  let reply: Reply;
  try {
    const hosts = req.headersDistinct.host?.length ?? 0;
    if (hosts > 1 || (hosts === 0 && req.httpVersion !== '1.0'))
      throw new Failure(400, 'Send one Host header.');
    reply =
      (await replyWithoutToken(given.context, req.method ?? '', target.path)) ??
      (await route(given, req, target, trace, gone.signal));
  } catch (error) {
    reply = failureReply(error, trace, log);
  }
  reply.headers['x-request-id'] = trace.id;
  // An unread body would be taken for the next request's start on a kept connection.
  if (!req.complete) reply.headers.connection = 'close';
  let failed = false;
  const bytes = await send(res, reply, req.method === 'HEAD').catch(() => {
    failed = true;
    return 0;
  });
  // The reader went away, or a drain ended before it had everything: not a whole answer either.
  const cut = failed || (res.destroyed && !res.writableEnded);
  log({
    level: reply.status >= 500 || failed ? 'error' : 'info',
    event: 'request',
    id: trace.id,
    client: trace.client,
    operation: trace.operation,
    method: req.method?.slice(0, 16),
    status: reply.status,
    bytes,
    cut: cut || undefined,
    ms: Math.round((performance.now() - started) * 10) / 10,
  });
}

/** Every body but the 409's and the token call's: message, errors, traceId (decisions, "Error body"). */
function failureReply(error: unknown, trace: Trace, log: Log): Reply {
  const failure = error instanceof Failure ? error : undefined;
  if (!failure) {
    const { name, code, stack = '' } = error as Error & { code?: string };
    // The first line of a stack is the message, which for a database error can hold a value.
    const at = stack.split('\n').slice(1, 4).join(' ').replace(/\s+/g, ' ');
    log({ level: 'error', event: 'fault', id: trace.id, operation: trace.operation, error: name, code, at });
  }
  const body = {
    message: failure?.message ?? 'The registry could not complete the request.',
    errors: failure?.errors,
    traceId: trace.id,
  };
  return {
    status: failure?.status ?? 500,
    headers: { 'content-type': jsonType, ...failure?.headers },
    body: writeJson(failure?.body ?? body),
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
