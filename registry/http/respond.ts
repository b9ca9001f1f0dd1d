// Answers one HTTP request from its request id to its log line.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeJson } from '#lib/contract/wire/json';
import type { Log } from '#lib/metrics/json-log';
import { HttpError } from './http-error.ts';
import type { RegistryMetrics } from './metrics.ts';
import { jsonType, type Reply, send } from './reply.ts';
import { type RouteGiven, route, type Trace } from './route.ts';
import { isPath, requestTarget } from './target.ts';
import { type Open, replyWithoutToken } from './without-token.ts';

export type RequestContext = {
  route: RouteGiven;
  open: Open;
  /** Path of {base_url}; requests are served below it and at the root. */
  prefix: string;
  log: Log;
  metrics: RegistryMetrics;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Uses the caller's X-Request-Id if it is a UUID, so that both programs' logs can be matched; otherwise a new
 * id.
 */
function requestIdOf({ headersDistinct }: IncomingMessage): string {
  const [given = '', ...more] = headersDistinct['x-request-id'] ?? [];
  return more.length === 0 && uuid.test(given) ? given.toLowerCase() : randomUUID();
}

/** Answers one request and writes one log line. Never throws. */
export async function respond(
  { route: given, open, prefix, log, metrics }: RequestContext,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const started = performance.now();
  const trace: Trace = { id: requestIdOf(req) };
  const target = requestTarget(req.url ?? '', prefix);
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  let reply: Reply;
  try {
    const hosts = req.headersDistinct.host?.length ?? 0;
    if (hosts > 1 || (hosts === 0 && req.httpVersion !== '1.0'))
      throw new HttpError(400, 'Send one Host header.');
    if (!isPath(req.url ?? ''))
      throw new HttpError(400, 'The address has to be a path that starts with a slash.');
    reply =
      (await replyWithoutToken(open, req, target.path)) ??
      (await route(given, req, target, trace, gone.signal));
  } catch (error) {
    reply = failureReply(error, trace, log);
  }
  reply.headers['x-request-id'] = trace.id;
  // On a kept-alive connection the unread body would be parsed as the next request.
  if (!req.complete || open.isDraining()) reply.headers.connection = 'close';
  let failed = false;
  const bytes = await send(res, reply, req.method === 'HEAD').catch(() => {
    failed = true;
    return 0;
  });
  // The client disconnected or shutdown cut the response: also counted as incomplete.
  const cut = failed || (res.destroyed && !res.writableEnded);
  const ms = performance.now() - started;
  const operation = trace.operation ?? 'none';
  metrics.count('sharebook_registry_requests_total', { operation, status: String(reply.status) });
  metrics.time('sharebook_registry_request_seconds', { operation }, ms / 1000);
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
    ms: Math.round(ms * 10) / 10,
  });
}

/** PostgreSQL is unreachable, full or out of connections (classes 08, 53, 57), or the pool timed out. */
const awayCodes = /^(08|53|57P)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT)$/;
const awayMessages = /timeout exceeded when trying to connect|Connection terminated/;

/** Every error body except those of the 409 and the token request: message, errors, traceId. */
function failureReply(error: unknown, trace: Trace, log: Log): Reply {
  const failure = error instanceof HttpError ? error : faultOf(error, trace, log);
  const body = { message: failure.message, errors: failure.errors, traceId: trace.id };
  return {
    status: failure.status,
    headers: { 'content-type': jsonType, ...failure.headers },
    body: writeJson(failure.body ?? body),
  };
}

/** Logs an unexpected error. 503 when the database is unavailable and a retry makes sense, else 500. */
function faultOf(error: unknown, trace: Trace, log: Log): HttpError {
  const { name, code, message, stack = '' } = error as Error & { code?: string };
  // The first line of a stack is the message, which for a database error can contain a value.
  const at = stack.split('\n').slice(1, 4).join(' ').replace(/\s+/g, ' ');
  log({ level: 'error', event: 'fault', id: trace.id, operation: trace.operation, error: name, code, at });
  if (!awayCodes.test(code ?? '') && !awayMessages.test(message))
    return new HttpError(500, 'The registry could not complete the request.');
  const headers = { 'retry-after': '2' };
  return new HttpError(503, 'The registry cannot reach its books at the moment. Try again shortly.', {
    headers,
  });
}
