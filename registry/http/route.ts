// Routes a request to its operation, after token, permission, rate limit, issuer and decoding.

import type { IncomingMessage } from 'node:http';
import { type EndpointId, endpointOf, isAgentOperation } from '#lib/contract/index';
import { match } from '#lib/contract/match';
import { decodeRequest } from '#lib/contract/wire/decode';
import { parseJson, writeJson } from '#lib/contract/wire/json';
import { type Caller, callerOf } from '../access/clients.ts';
import type { RateLimit } from '../access/rate.ts';
import type { TokenCall } from '../access/token-call.ts';
import { bearerToken } from '../access/tokens.ts';
import { handlerOf, isServed, type Served } from '../operations/index.ts';
import type { Context } from '../operations/parts/context.ts';
import { explainErrors } from './explain-errors.ts';
import { type FileResponse, fileReply, type StoredFile, storedFileReply } from './file-reply.ts';
import { namesForeignIssuer } from './foreign-issuer.ts';
import { HttpError, noAccess, notFound } from './http-error.ts';
import { readBody, readFileBody } from './read-body.ts';
import { type JsonText, jsonType, type Reply } from './reply.ts';
import type { Target } from './target.ts';

export type RouteGiven = {
  context: Omit<Context, 'caller' | 'gone' | 'actingUser'>;
  tokens: TokenCall;
  limit: RateLimit;
  /** Whether demo clients work. */
  demoClients: boolean;
};

/** What the log records of a request besides its status. */
export type Trace = { id: string; operation?: EndpointId; client?: string };

/**
 * Handles one request in fixed order: match (404, 405) → token (401) → permission (403) → rate (429) → issuer
 * (403) → decode (400) → handler. Throws Failure for every error response. HEAD is handled as GET; `gone` is
 * aborted when the client disconnects.
 */
export async function route(
  given: RouteGiven,
  req: IncomingMessage,
  { path, query }: Target,
  trace: Trace,
  gone: AbortSignal,
): Promise<Reply> {
  const id = matched(req.method === 'HEAD' ? 'GET' : (req.method ?? ''), path);
  trace.operation = id.id;
  if (id.id === 'Token') {
    const { reply, clientId } = await given.tokens(req, query, trace.id);
    trace.client = clientId;
    return reply;
  }
  const caller = await authenticated(given, req);
  trace.client = caller.clientId;
  if (isAgentOperation(id.id) && !caller.isAgent) {
    throw new HttpError(403, 'This client may not use the agent operations with this token.');
  }
  const { kind } = endpointOf(id.id);
  if ((kind === 'write' || kind === 'upload') && !caller.canWrite) {
    throw new HttpError(403, 'This client may not write with this token.');
  }
  const wait = given.limit.take(caller.clientId);
  if (wait > 0) {
    throw new HttpError(429, 'Too many requests.', { headers: { 'retry-after': String(wait) } });
  }
  const input = await decoded(req, id.id, caller, id.params, query);
  const response = await handlerOf(id.id)(
    { ...given.context, caller, actingUser: actingUserOf(req), gone },
    input,
  );
  if (kind === 'download' || (kind === 'file' && isStored(response)))
    return fileReply(req, response as FileResponse, gone);
  if (kind === 'file') return storedFileReply(response as StoredFile);
  return {
    status: 200,
    headers: { 'content-type': jsonType },
    body: isJsonText(response) ? response : writeJson(response),
  };
}

/** Longer names are cut; what is no text counts as none. */
const actingUserMax = 200;

/** The header X-Acting-User: a name in UTF-8, percent-encoded. It is printed on files and decides nothing. */
function actingUserOf({ headersDistinct }: IncomingMessage): string {
  const [given = '', ...more] = headersDistinct['x-acting-user'] ?? [];
  if (more.length > 0 || given.length > 3 * actingUserMax) return '';
  try {
    const name = decodeURIComponent(given).replace(/\p{C}/gu, ' ').trim();
    return name.isWellFormed() ? name.slice(0, actingUserMax) : '';
  } catch {
    return '';
  }
}

function matched(method: string, path: string): { id: Served | 'Token'; params: Record<string, string> } {
  const found = match(method, path);
  if (found === 'method-not-allowed') {
    const allowed = ['GET', 'POST'].filter((each) => servedAt(each, path));
    if (allowed.length === 0) throw notFound('This address');
    throw new HttpError(405, `This address takes ${allowed.join(', ')} only.`, {
      headers: { allow: allowed.includes('GET') ? ['HEAD', ...allowed].join(', ') : allowed.join(', ') },
    });
  }
  if (!found || !(found.id === 'Token' || isServed(found.id))) throw notFound('This address');
  return { id: found.id, params: found.params };
}

function servedAt(method: string, path: string): boolean {
  const found = match(method, path);
  return found !== null && found !== 'method-not-allowed' && (found.id === 'Token' || isServed(found.id));
}

async function authenticated(given: RouteGiven, req: IncomingMessage): Promise<Caller> {
  // Node keeps the first of two Authorization headers, other programs may use the last, so two are refused.
  const headers = req.headersDistinct.authorization ?? [];
  const token = headers.length === 1 ? bearerToken(headers[0]) : undefined;
  const { pool, clock } = given.context;
  const caller =
    token === undefined ? undefined : await callerOf(pool, token, clock.now(), given.demoClients);
  if (caller) return caller;
  throw new HttpError(401, 'The access token is missing, invalid or expired.', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

async function decoded(
  req: IncomingMessage,
  id: Served,
  caller: Caller,
  params: Record<string, string>,
  query: string,
): Promise<unknown> {
  const endpoint = endpointOf(id);
  let body: unknown;
  if (endpoint.body) {
    const parsed = parseJson(await readBody(req, 'application/json'));
    if (!parsed.ok) throw unreadable(parsed.reason, parsed.field);
    body = parsed.value;
  }
  const search = new URLSearchParams(query);
  if (namesForeignIssuer(id, caller, search, body)) throw noAccess();
  const result = decodeRequest(endpoint, { params, query: search, body }, { mode: 'registry' });
  if (result.ok)
    return endpoint.kind === 'upload'
      ? { ...(result.value as object), ...(await readFileBody(req, endpoint)) }
      : result.value;
  // Segments that no link of ours can have get the same 404 as any wrong link.
  if (endpoint.kind === 'download') throw notFound('The file');
  const { '': whole, ...fields } = result.fields;
  const { errors, text } = explainErrors(fields, body);
  throw new HttpError(400, whole?.[0] ?? text ?? 'The request is not valid.', {
    ...(Object.keys(errors).length > 0 && { errors }),
  });
}

/** 400 for a body that is not JSON. A character that must not be stored is reported by its field. */
function unreadable(reason: string, field?: string): HttpError {
  const errors = field && { [field]: ['This text holds a character that is not allowed.'] };
  return new HttpError(400, `The body is not valid JSON: ${reason}`, { ...(errors && { errors }) });
}

/** A file on the disk, of which ranges are answered. */
const isStored = (response: unknown): boolean =>
  response !== null && typeof response === 'object' && 'file' in response;

function isJsonText(response: unknown): response is JsonText {
  return response !== null && typeof response === 'object' && 'jsonText' in response;
}
