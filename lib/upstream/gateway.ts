import 'server-only';
import { needsReason } from '../access/decide.ts';
import type { Person } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import { asResponse, plain, plainError } from '../api/respond.ts';
import type { AuditEntry } from '../audit/audit.ts';
import { type EndpointId, endpointOf } from '../contract/index.ts';
import { matchExact } from '../contract/match.ts';
import { writeJson } from '../contract/wire.ts';
import type { Asked } from '../transport/doors.ts';
import type { Plain } from '../transport/say.ts';
import { nameOperation, requestIdHere } from '../transport/trace.ts';
import {
  authoriseOperation,
  authoriseRequest,
  effectiveDateOf,
  type Input,
  issuerOf,
  objectOf,
} from './authorise.ts';
import type { Dashboard } from './dashboard.ts';
import { alarmOfRefusal, knownError } from './faults.ts';
import { count } from './metrics.ts';
import { performRead, performReport } from './perform.ts';
import { readReason } from './reason.ts';
import { readBody, refuseForeign, whoAsks } from './request.ts';
import { performWrite } from './write.ts';
import type { Wishes } from './write-before.ts';

const reasonHeader = 'x-sharebook-reason';
const newIssuerHeader = 'x-sharebook-new-issuer';
const keepHeader = 'x-sharebook-keep';
const seenHeader = 'x-sharebook-seen';
const issuerHeader = 'x-sharebook-issuer';

/**
 * Answers `/api/upstream/<path>`: a list of refusals, then one call (house, "How data moves"). `path` is the raw path
 * below {base_url}. Every request leaves an audit entry: before the answer for refusals, writes and reports, beside it
 * for reads. Never throws.
 */
export async function answerCall(request: Asked, path: string, board: Dashboard): Promise<Plain> {
  const requestId = requestIdHere();
  const about = { requestId, secure: board.publicUrl.startsWith('https:') };
  const entry: AuditEntry = {
    requestId,
    actor: null,
    action: 'call',
    outcome: 'ok',
    address: board.addressOf(request.headers),
  };
  try {
    const answer = await answerTo(request, path, board, entry, about);
    if (entry.action === 'read') board.defer(board.audit.note(entry).catch(lost));
    // What is recorded at the registry cannot be called undone; the intent is in the trail, the outcome in the outbox.
    else await board.audit.record(entry).catch(entry.action === 'write' ? lost : auditFailed);
    return counted(entry, answer);
  } catch (thrown) {
    const known = knownError(thrown, requestId);
    if (known.code === 'upstream_refused') alarmOfRefusal(entry.endpoint ?? 'none', requestId);
    entry.outcome = known.status < 500 ? 'refused' : 'failed';
    entry.detail = { ...entry.detail, code: known.code };
    // A refusal stands even when it cannot be written down: nothing was given.
    await board.audit.record(entry).catch(lost);
    return counted(entry, plainError(known, about));
  }
}

/** The same as the framework wants it. */
export async function gateway(request: Request, path: string, board: Dashboard): Promise<Response> {
  return asResponse(await answerCall(request, path, board));
}

type About = { requestId: string; secure: boolean };

async function answerTo(
  request: Asked,
  path: string,
  board: Dashboard,
  entry: AuditEntry,
  about: About,
): Promise<Plain> {
  const { headers } = request;
  // One way in: a token of the caller's own is never looked at, not even beside a session (assurance §0.4).
  if (headers.has('authorization')) throw new ApiError('unauthenticated');
  const person = await whoAsks(board, headers);
  if (!person) throw new ApiError('unauthenticated');
  entry.actor = person.id;
  const found = matchExact(request.method, path);
  if (found === null || found === 'method-not-allowed') throw new ApiError('not_found');
  const { id } = found;
  const endpoint = endpointOf(id);
  entry.endpoint = id;
  nameOperation(id);
  if (request.method !== 'GET') refuseForeign(request, board.publicUrl);
  authoriseOperation(person, id);
  const body = endpoint.method === 'POST' ? await readBody(request) : undefined;
  const input = authoriseRequest(person, id, { query: new URL(request.url).searchParams, body });
  entry.issuer = issuerOf(id, input);
  entry.object = objectOf(id, input);
  entry.effectiveDate = effectiveDateOf(id, input);
  if (needsReason(id, input)) entry.detail = { reason: reasonOf(headers) };
  return perform(request, board, person, id, input, entry, about);
}

async function perform(
  request: Asked,
  board: Dashboard,
  person: Person,
  id: EndpointId,
  input: Input,
  entry: AuditEntry,
  about: About,
): Promise<Plain> {
  const { kind } = endpointOf(id);
  const with_ = { requestId: about.requestId, signal: request.signal };
  if (kind === 'write') {
    entry.action = 'write';
    await intend(board, entry);
    const note = ({ detail, ...changes }: Pick<AuditEntry, 'detail' | 'before' | 'after'>) => {
      Object.assign(entry, changes, { detail: { ...entry.detail, ...detail } });
    };
    const wishes = wishesOf(request.headers);
    // Not ended by the caller's leaving: it goes on to an outcome that is written down (assurance F-27).
    const answer = await performWrite(board, person, id, input, { requestId: about.requestId, wishes, note });
    return plain(writeJson(answer), about);
  }
  // The transaction list can answer with data instead of a file; that is a read like any other.
  if (kind === 'generate' && input.returnJSON !== true) {
    entry.action = 'report';
    const issuer = issuerHinted(request.headers);
    const run = await performReport(board, person, id, input, { ...with_, issuer });
    entry.object = run;
    return plain(JSON.stringify({ downloadUrl: `${board.publicUrl}/api/runs/${run}/file` }), about);
  }
  entry.action = 'read';
  return plain(writeJson(await performRead(board, person, id, input, with_)), about);
}

/** A write is written down before it is sent as well: what happened can then be asked for by request id (assurance §2.5). */
async function intend(board: Dashboard, entry: AuditEntry): Promise<void> {
  await board.audit.record({ ...entry, action: 'write-intent' }).catch(auditFailed);
}

/** Whose page a report of an object was asked for on; it is believed once the registry's lists agree. */
function issuerHinted(headers: Headers): number | null {
  const given = headers.get(issuerHeader) ?? '';
  return /^[1-9]\d{0,14}$/.test(given) ? Number(given) : null;
}

/** What a form says about a write besides its body. */
function wishesOf(headers: Headers): Wishes {
  const kept = (headers.get(keepHeader) ?? '').split(',').map((word) => word.trim());
  return {
    confirmedNewIssuer: headers.get(newIssuerHeader) === '1',
    keep: (['primary', 'secondary'] as const).filter((side) => kept.includes(side)),
    seen: headers.get(seenHeader),
  };
}

function reasonOf(headers: Headers): string {
  const given = headers.get(reasonHeader) ?? '';
  let reason = given;
  try {
    reason = decodeURIComponent(given);
  } catch {
    // Taken as it came.
  }
  return readReason(reason, reasonHeader);
}

function auditFailed(error: unknown): never {
  lost(error);
  throw new ApiError('audit_unavailable');
}

function lost(error: unknown): void {
  console.error(JSON.stringify({ event: 'audit-lost', error: String((error as Error).message) }));
}

function counted(entry: AuditEntry, answer: Plain): Plain {
  count('sharebook_gateway_requests_total', {
    endpoint: entry.endpoint ?? 'none',
    status: String(answer.status),
  });
  return answer;
}
