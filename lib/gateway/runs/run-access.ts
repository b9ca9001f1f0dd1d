// Route handlers of report runs: list, show, download and delete.

import 'server-only';
import { stat } from 'node:fs/promises';
import type { Pool } from 'pg';
import { rightsOf, type User } from '#lib/access/roles';
import { ApiError, type ErrorCode } from '#lib/api/error';
import { json } from '#lib/api/respond';
import { findEarlier } from '#lib/runs/earlier-runs';
import { findRun, findRuns, type RunRow } from '#lib/runs/rows';
import { fileHeaders, hasBegun, parseRange, streamFile, streamLive } from '#lib/runs/serve';
import { type RunView, viewOf } from '#lib/runs/view';
import { dependOn, type Right } from '#lib/transport/trace';

import { type AuditFacts, answerUser } from '../answer-user.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { isHolderShown } from '../perform.ts';
import { rejectForeign } from '../request.ts';
import { idForm, ownRun, stillAllowed } from './own-run.ts';

const listMax = 200;

type Requested = { limit?: number; before?: string | null; issuer?: number | null; endpoint?: string | null };

/** The user's own runs, newest first; `before` is the last ID already listed. */
export async function listRuns(
  pool: Pool,
  context: GatewayContext,
  user: User,
  page: Requested = {},
): Promise<RunView[]> {
  const limit = Math.min(page.limit ?? 50, listMax);
  const found = await findRuns(pool, user.id, { ...page, limit, before: page.before ?? null });
  const rows = await Promise.all(found.map((row) => context.runs.checked(row)));
  return rows
    .filter((row) => stillAllowed(user, row))
    .map((row) => viewOf(row, context.runs.live(row.id), context.publicUrl));
}

/** One run: its owner sees all of it, an administrator its metadata. Throws `not_found` for anyone else. */
export async function readRun(pool: Pool, context: GatewayContext, user: User, id: string): Promise<RunView> {
  const found = idForm.test(id) ? await findRun(pool, id) : null;
  const row = found && (await context.runs.checked(found));
  if (row?.person === user.id && stillAllowed(user, row)) {
    const earlier = await findEarlier(pool, id);
    return { ...viewOf(row, context.runs.live(id), context.publicUrl), earlier };
  }
  if (row && row.person !== user.id && rightsOf(user).administers) {
    return { ...viewOf(row, context.runs.live(id), null), person: row.person };
  }
  throw new ApiError('not_found');
}

/** GET /api/runs */
export function handleRunList(request: Request, pool: Pool, context: GatewayContext): Promise<Response> {
  return answerUser(request, context, { action: 'runs-list' }, async ({ user, requestId }) => {
    const search = new URL(request.url).searchParams;
    const before = search.get('before');
    const limit = Number(search.get('limit') ?? 50);
    const issuer = search.get('issuer') ?? '';
    const page = {
      before: before && idForm.test(before) ? before : null,
      limit: limit >= 1 ? Math.floor(limit) : 50,
      issuer: /^[1-9]\d{0,14}$/.test(issuer) ? Number(issuer) : null,
      endpoint: search.get('report')?.slice(0, 64) || null,
    };
    const runs = await listRuns(pool, context, user, page);
    return json({ runs }, { requestId, secure: false });
  });
}

/** GET /api/runs/<id> */
export function handleRun(
  request: Request,
  pool: Pool,
  context: GatewayContext,
  id: string,
): Promise<Response> {
  return answerUser(
    request,
    context,
    { action: 'run-read', object: id.slice(0, 64) },
    async ({ user, requestId }) => json(await readRun(pool, context, user, id), { requestId, secure: false }),
  );
}

/** DELETE /api/runs/<id>: deletes the bytes now; the request and the digest stay. */
export function handleRunDrop(
  request: Request,
  pool: Pool,
  context: GatewayContext,
  id: string,
): Promise<Response> {
  return answerUser(
    request,
    context,
    { action: 'run-drop', object: id.slice(0, 64), discloses: true },
    async ({ user, requestId }) => {
      rejectForeign(request, context.publicUrl);
      await ownRun(pool, user, id);
      await context.runs.drop(id);
      return json(await readRun(pool, context, user, id), { requestId, secure: false });
    },
  );
}

/** GET and HEAD /api/runs/<id>/file: the bytes as they arrive, or the finished file, or one range of it. */
export function handleRunFile(
  request: Request,
  pool: Pool,
  context: GatewayContext,
  id: string,
): Promise<Response> {
  return answerUser(
    request,
    context,
    { action: 'run-file', object: id.slice(0, 64), discloses: true },
    async ({ user, tell }) => {
      // Checked before the row: a run that ends between the two is then found in its row, and not missed.
      const here = context.runs.live(id);
      const row = idForm.test(id) ? await findRun(pool, id) : null;
      if (row) tell(detailsOf(row));
      if (row?.person !== user.id || !stillAllowed(user, row)) throw new ApiError('not_found');
      if (!(await isHolderShown(context, user, row))) throw new ApiError('not_found');
      const live = here ?? context.runs.follow(row);
      const still = stillOwner(user, context, row);
      dependOn(still);
      if (live && (await hasBegun(live, request.signal)) && live.format && live.fileName) {
        // The first bytes may have taken long.
        if (!(await still())) throw new ApiError('not_found');
        const { contentType } = live.format;
        const headers = fileHeaders({
          fileName: live.fileName,
          contentType,
          bytes: live.total,
          sha256: null,
        });
        const body = request.method === 'HEAD' ? null : streamLive(live);
        return new Response(body, { headers });
      }
      // The row may have changed while the first bytes were awaited.
      return finishedFile(request, context, live ? ((await findRun(pool, id)) ?? row) : row);
    },
  );
}

/** Report and file digest, if known, for the audit entry of a download. */
function detailsOf({ endpoint, issuer, as_of, sha256 }: RunRow): AuditFacts {
  const detail: AuditFacts['detail'] = sha256 === null ? {} : { sha256 };
  return { endpoint, issuer: issuer === null ? null : Number(issuer), effectiveDate: as_of, detail };
}

/** Checks again whether the requester is still signed in, in the same session, and may still have the file. */
function stillOwner(requester: User, context: GatewayContext, row: RunRow): Right {
  return async () => {
    const user = await context.reloadUser(requester);
    return user?.id === row.person && stillAllowed(user, row);
  };
}

/** The bytes of a finished run, or the requested range of them. Throws ApiError where there are none. */
export async function finishedFile(
  request: Request,
  context: GatewayContext,
  row: RunRow,
): Promise<Response> {
  if (row.state === 'expired') throw new ApiError('expired');
  if (row.state !== 'ready' || row.bytes === null || !row.file_name || !row.content_type) {
    throw new ApiError(failureOf(row));
  }
  const size = Number(row.bytes);
  // Missing bytes are reported before the headers, not by an aborted download.
  const saved = await stat(context.runs.pathOf(row.id)).catch(() => null);
  if (saved?.size !== size) throw new ApiError('expired');
  const { file_name: fileName, content_type: contentType, sha256 } = row;
  const headers = fileHeaders({ fileName, contentType, bytes: size, sha256 });
  const ifRange = request.headers.get('if-range');
  const whole = ifRange !== null && ifRange !== headers.get('etag');
  const range = whole ? null : parseRange(request.headers.get('range'), size);
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${size}`);
    headers.set('content-length', '0');
    return new Response(null, { status: 416, headers });
  }
  const [start, end] = range ?? [0, size];
  if (range) headers.set('content-range', `bytes ${start}-${end - 1}/${size}`);
  headers.set('content-length', String(end - start));
  const body = request.method === 'HEAD' ? null : streamFile(context.runs.pathOf(row.id), start, end);
  return new Response(body, { status: range ? 206 : 200, headers });
}

const failures = new Set<ErrorCode>([
  'upstream_unreadable',
  'upstream_failed',
  'upstream_timeout',
  'upstream_unavailable',
  'upstream_refused',
  'upstream_link',
]);

function failureOf(row: RunRow): ErrorCode {
  const code = row.error_code as ErrorCode | null;
  if (row.state === 'failed' && code && failures.has(code)) return code;
  return row.state === 'failed' ? 'upstream_failed' : 'not_found';
}
