import 'server-only';
import { needsReason } from '../access/decide.ts';
import type { User } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import { headerOf } from '../api/headers.ts';
import { errorResponse, jsonText } from '../api/respond.ts';
import type { AuditEntry } from '../audit/entry.ts';
import { type EndpointId, endpointOf } from '../contract/index.ts';
import { matchExact } from '../contract/match.ts';
import { writeJson } from '../contract/wire/index.ts';
import { nameOperation } from '../transport/trace.ts';
import { alarmOfRejection } from '../upstream/known-errors.ts';
import { count } from '../upstream/metrics.ts';
import { requireOperation } from './agent-operations.ts';
import { beginEntry, noteError } from './audited.ts';
import {
  authorizeOperation,
  authorizeRequest,
  effectiveDateOf,
  type Input,
  issuerOf,
  objectOf,
} from './authorize.ts';
import { performFile, performUpload, rangeAsked, readUpload } from './documents.ts';
import type { GatewayContext } from './gateway-context.ts';
import { performRead, performReport } from './perform.ts';
import { readReason } from './reason.ts';
import { readBody, rejectForeign, typeOf, userOfRequest } from './request.ts';
import type { WriteOptions } from './writes/precheck-write.ts';
import { performWrite } from './writes/write.ts';

/**
 * Answers `/api/upstream/<path>`: a list of checks, then one call. `path` is the raw path below {base_url}.
 * Every request leaves an audit entry: written before the response for refusals, writes and reports, in the
 * background for reads. Never throws. The frame is its own, not `answerUser`: what kind of entry a call leaves, and when, is
 * known only once its operation is matched.
 */
export async function gateway(request: Request, path: string, context: GatewayContext): Promise<Response> {
  const { about, entry } = beginEntry(request, context, 'call');
  try {
    const response = await respondTo(request, path, context, entry, about);
    if (entry.action === 'read') context.defer(context.audit.note(entry).catch(lost));
    // What the registry has recorded cannot be undone; the intent is in the audit trail, the outcome in the
    // outbox.
    else await context.audit.record(entry).catch(entry.action === 'write' ? lost : auditFailed);
    return counted(entry, response);
  } catch (thrown) {
    const known = noteError(entry, thrown);
    if (known.code === 'upstream_refused') alarmOfRejection(entry.endpoint ?? 'none', about.requestId);
    // A refusal stands even when its audit entry fails: nothing was disclosed.
    await context.audit.record(entry).catch(lost);
    return counted(entry, errorResponse(known, about));
  }
}

type About = { requestId: string; secure: boolean };

async function respondTo(
  request: Request,
  path: string,
  context: GatewayContext,
  entry: AuditEntry,
  about: About,
): Promise<Response> {
  const { headers } = request;
  // Only sessions authenticate: a caller's own token is never read, not even beside a session.
  if (headers.has('authorization')) throw new ApiError('unauthenticated');
  const user = await userOfRequest(context, headers);
  if (!user) throw new ApiError('unauthenticated');
  entry.actor = user.id;
  const found = matchExact(request.method, path);
  if (found === null || found === 'method-not-allowed') throw new ApiError('not_found');
  const { id } = found;
  const endpoint = endpointOf(id);
  entry.endpoint = id;
  nameOperation(id);
  if (request.method !== 'GET') rejectForeign(request, context.publicUrl);
  authorizeOperation(user, id);
  // Other sites cannot send the types of files; checked first, as for JSON.
  if (endpoint.kind === 'upload') typeOf(request);
  // A file is read after the checks of what its query names.
  const isJson = endpoint.method === 'POST' && endpoint.kind !== 'upload';
  const body = isJson ? await readBody(request) : undefined;
  const input = authorizeRequest(user, id, { query: new URL(request.url).searchParams, body });
  entry.issuer = issuerOf(id, input);
  entry.object = objectOf(id, input);
  entry.effectiveDate = effectiveDateOf(id, input);
  if (needsReason(id, input)) entry.detail = { reason: reasonOf(headers) };
  return perform(request, context, user, id, input, entry, about);
}

async function perform(
  request: Request,
  context: GatewayContext,
  user: User,
  id: EndpointId,
  input: Input,
  entry: AuditEntry,
  about: About,
): Promise<Response> {
  const { kind } = endpointOf(id);
  if (kind === 'upload' || kind === 'file') return transfer(request, context, user, id, input, entry, about);
  const with_ = { requestId: about.requestId, signal: request.signal };
  // The transaction list can return data instead of a file; that is an ordinary read.
  const isReport = kind === 'generate' && input.returnJSON !== true;
  if (!isReport) await requireOperation(context, id);
  if (kind === 'write') {
    entry.action = 'write';
    await intend(context, entry);
    const note = ({ detail, ...changes }: Pick<AuditEntry, 'detail' | 'before' | 'after'>) => {
      Object.assign(entry, changes, { detail: { ...entry.detail, ...detail } });
    };
    const options = writeOptionsOf(request.headers);
    // Not aborted by the caller's disconnect: the outcome must be recorded.
    const response = await performWrite(context, user, id, input, {
      requestId: about.requestId,
      options,
      note,
    });
    return jsonText(writeJson(response), about);
  }
  if (isReport) {
    entry.action = 'report';
    const issuer = issuerHinted(request.headers);
    const run = await performReport(context, user, id, input, { ...with_, issuer });
    entry.object = run;
    const body = JSON.stringify({ downloadUrl: `${context.publicUrl}/api/runs/${run}/file` });
    const response = jsonText(body, about);
    // For our own pages; other programs use the address.
    response.headers.set(headerOf.run, run);
    return response;
  }
  entry.action = 'read';
  return jsonText(writeJson(await performRead(context, user, id, input, with_)), about);
}

/** A file in either direction. An upload is examined as a whole before the registry is called at all. */
async function transfer(
  request: Request,
  context: GatewayContext,
  user: User,
  id: EndpointId,
  input: Input,
  entry: AuditEntry,
  about: About,
): Promise<Response> {
  const note = (detail: NonNullable<AuditEntry['detail']>) => {
    entry.detail = { ...entry.detail, ...detail };
  };
  const leave = context.limits.enter(user.id, 'file');
  try {
    const upload = endpointOf(id).kind === 'upload' ? await readUpload(request, id) : null;
    await requireOperation(context, id);
    entry.action = upload ? 'write' : 'item-file';
    if (!upload) {
      const { signal } = request;
      return await performFile(context, user, id, input, {
        ...about,
        signal,
        asked: rangeAsked(request),
        note,
      });
    }
    await intend(context, entry);
    return jsonText(writeJson(await performUpload(context, user, id, input, upload, note)), about);
  } finally {
    leave();
  }
}

/** A write also gets an audit entry before it is sent, so that its outcome can be found by request ID. */
async function intend(context: GatewayContext, entry: AuditEntry): Promise<void> {
  await context.audit.record({ ...entry, action: 'write-intent' }).catch(auditFailed);
}

/**
 * The issuer of the page on which a report of an object was requested; trusted only after the registry's lists
 * confirm it.
 */
function issuerHinted(headers: Headers): number | null {
  const given = headers.get(headerOf.issuer) ?? '';
  return /^[1-9]\d{0,14}$/.test(given) ? Number(given) : null;
}

/** Additional information of a form about a write, from headers. */
function writeOptionsOf(headers: Headers): WriteOptions {
  const saved = (headers.get(headerOf.keep) ?? '').split(',').map((word) => word.trim());
  return {
    confirmedNewIssuer: headers.get(headerOf.newIssuer) === '1',
    keep: (['primary', 'secondary'] as const).filter((side) => saved.includes(side)),
    seen: headers.get(headerOf.seen),
  };
}

function reasonOf(headers: Headers): string {
  const given = headers.get(headerOf.reason) ?? '';
  let reason = given;
  try {
    reason = decodeURIComponent(given);
  } catch {
    // Not URL-encoded: used as received.
  }
  return readReason(reason, headerOf.reason);
}

function auditFailed(error: unknown): never {
  lost(error);
  throw new ApiError('audit_unavailable');
}

function lost(error: unknown): void {
  console.error(JSON.stringify({ event: 'audit-lost', error: String((error as Error).message) }));
}

function counted(entry: AuditEntry, response: Response): Response {
  count('sharebook_gateway_requests_total', {
    endpoint: entry.endpoint ?? 'none',
    status: String(response.status),
  });
  return response;
}
