// Route handlers of archives of several reports: create, list, show and download.

import 'server-only';
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Pool } from 'pg';
import { needsReason } from '#lib/access/decide';
import type { User } from '#lib/access/roles';
import { ApiError } from '#lib/api/error';
import { json } from '#lib/api/respond';
import { type EndpointId, endpointIds, endpointOf } from '#lib/contract/index';
import { packFileName } from '#lib/register/packs/pack-parts';
import { reportTitle } from '#lib/reports/catalogue';
import { type ArchiveFile, type ArchiveGap, type ArchivePack, writeArchive } from '#lib/runs/archive';
import {
  type BatchItemRow,
  type BatchRow,
  batchItems,
  findBatches,
  insertBatch,
  type NewBatchItem,
  type Pack,
} from '#lib/runs/batch-rows';
import { contentDigestOf } from '#lib/runs/content-digest';
import { attachment } from '#lib/runs/file-name';
import { dependOn } from '#lib/transport/trace';
import { answerUser } from '../answer-user.ts';
import { authorizeOperation, authorizeRequest, issuerOf } from '../authorize.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { isHolderShown, performRead } from '../perform.ts';
import { invalid, readBody, rejectForeign } from '../request.ts';
import { streamOf } from '../stream-of.ts';
import { gapOf, nameOf, ownBatch, reasonOf, viewBatch } from './batch-view.ts';
import { packOf } from './pack-request.ts';
import { runBatch } from './run-batch.ts';

const itemsMax = 200;
const listed = 20;

/**
 * POST /api/batches: `{ "items": [{ "report": "<operation>", "input": {…} }] }`, or `{ "pack": {…} }` for the files of a
 * record date or a month end; all are authorized before any is created. `today` is the registry's day.
 */
export function handleBatchBegin(
  request: Request,
  pool: Pool,
  context: GatewayContext,
  today: string,
): Promise<Response> {
  const id = randomBytes(16).toString('base64url');
  return answerUser(
    request,
    context,
    { action: 'batch-begin', object: id, discloses: true },
    async ({ user, requestId, tell }) => {
      rejectForeign(request, context.publicUrl);
      const body = (await readBody(request)) as { items?: unknown; pack?: unknown } | null;
      if (body?.pack === undefined) {
        const items = itemsOf(user, body);
        await insertBatch(pool, { id, person: user.id, items });
        context.defer(runBatch(context, pool, user, id).catch(lost));
        return json({ batch: id }, { requestId, secure: false });
      }
      if (body.items !== undefined) throw invalid({ items: ['Send either items or a pack.'] });
      const { pack, items } = await packOf(context, pool, user, body.pack, { requestId, today });
      const { kind, issuer, record, event } = pack;
      tell({ issuer, effectiveDate: record, detail: { pack: kind, ...(event ? { event } : {}) } });
      await insertBatch(pool, { id, person: user.id, items, pack });
      context.defer(runBatch(context, pool, user, id).catch(lost));
      return json({ batch: id }, { requestId, secure: false });
    },
  );
}

function lost(error: unknown): void {
  console.error(JSON.stringify({ event: 'batch-stopped', error: String((error as Error).message) }));
}

function itemsOf(user: User, body: unknown): NewBatchItem[] {
  const items = (body as { items?: unknown } | null)?.items;
  if (!Array.isArray(items) || items.length === 0) throw invalid({ items: ['Choose at least one report.'] });
  if (items.length > itemsMax) throw invalid({ items: [`At most ${itemsMax} reports go into one archive.`] });
  return items.map((item, index) => itemOf(user, item, `items[${index}]`));
}

function itemOf(user: User, item: unknown, path: string): NewBatchItem {
  const { report, input: body } = (item ?? {}) as { report?: unknown; input?: unknown };
  const id = endpointIds.find((known) => known === report && endpointOf(known).report);
  if (!id) throw invalid({ [`${path}.report`]: ['Unknown report.'] });
  authorizeOperation(user, id);
  const input = authorizeRequest(user, id, { query: new URLSearchParams(), body });
  if (needsReason(id, input) || input.returnJSON === true)
    throw invalid({ [path]: ['This report is created on its own, with a reason.'] });
  return { endpoint: id, issuer: issuerOf(id, input), input };
}

/** GET /api/batches: the user's latest, newest first. */
export function handleBatchList(request: Request, pool: Pool, context: GatewayContext): Promise<Response> {
  return answerUser(request, context, { action: 'batches-list' }, async ({ user, requestId }) => {
    const rows = await findBatches(pool, user.id, listed);
    const batches = await Promise.all(rows.map((row) => viewBatch(pool, context, user, row)));
    return json({ batches }, { requestId, secure: false });
  });
}

/** GET /api/batches/<id>: its state; resumes what a stopped process left. */
export function handleBatch(
  request: Request,
  pool: Pool,
  context: GatewayContext,
  id: string,
): Promise<Response> {
  return answerUser(
    request,
    context,
    { action: 'batch-read', object: id.slice(0, 64) },
    async ({ user, requestId }) => {
      const row = await ownBatch(pool, user, id);
      if (row.finished_at === null) context.defer(runBatch(context, pool, user, id).catch(lost));
      return json(await viewBatch(pool, context, user, row), { requestId, secure: false });
    },
  );
}

type Names = ReadonlyMap<number, string>;

/** GET /api/batches/<id>/file: the archive, authorized and written again at each use, streamed. */
export function handleBatchFile(
  request: Request,
  pool: Pool,
  context: GatewayContext,
  id: string,
  environment: string,
): Promise<Response> {
  return answerUser(
    request,
    context,
    { action: 'batch-file', object: id.slice(0, 64), discloses: true },
    async ({ user, requestId, tell }) => {
      const row = await ownBatch(pool, user, id);
      if (row.finished_at === null)
        throw new ApiError('not_ready', { message: 'The archive is still being created.' });
      const names = await issuerNames(context, user, requestId);
      const { files, failed, given } = await membersOf(pool, context, user, row, names);
      if (files.length === 0) throw new ApiError('expired');
      tell(detailsOf(files));
      const day = row.created_at.slice(0, 10);
      const about = row.pack ? manifestPack(row.pack) : undefined;
      const archive = { batch: id, madeFor: user.email, day, environment, files, failed, pack: about };
      dependOn(async () => {
        const now = await context.reloadUser(user);
        return now?.id === row.person && given.every((item) => gapOf(now, item) !== 'forbidden');
      });
      const body = request.method === 'HEAD' ? null : streamOf(writeArchive(archive));
      return new Response(body, {
        headers: {
          'content-type': 'application/zip',
          'content-disposition': attachment(
            row.pack ? packFileName(row.pack, row.pack.isPreview) : archiveName(id, day),
          ),
          'cache-control': 'no-store, no-transform',
          'x-accel-buffering': 'no',
        },
      });
    },
  );
}

const archiveName = (id: string, day: string) =>
  `Sharebook_${day.replaceAll('-', '')}_${id.replace(/\W|_/g, '').slice(0, 6)}.zip`;

/** The pack as its manifest has it: the names are those of its files. */
function manifestPack({ names: _names, ...pack }: Pack): ArchivePack {
  return { format: 'sharebook-pack-1', ...pack };
}

/** The issuers and reports of an archive, for the audit trail. */
function detailsOf(files: readonly ArchiveFile[]) {
  const issuers = [...new Set(files.map(({ issuer }) => issuer))];
  const [only = null] = issuers;
  const detail = {
    files: files.length,
    issuers: issuers.join(', '),
    reports: files.map(({ report }) => report).join(', '),
  };
  return { issuer: issuers.length === 1 ? only : null, detail };
}

/** Issuer names for the manifest; if the registry is unavailable, only the numbers are used. */
async function issuerNames(context: GatewayContext, user: User, requestId: string): Promise<Names> {
  const id = 'GetTransferAgentIssuers';
  authorizeOperation(user, id);
  const rows = await performRead(context, user, id, {}, { requestId }).catch(() => []);
  const known = Array.isArray(rows) ? (rows as { customerIssuerId?: unknown; name?: unknown }[]) : [];
  return new Map(known.map((row) => [Number(row.customerIssuerId), String(row.name ?? '')]));
}

async function membersOf(
  pool: Pool,
  context: GatewayContext,
  user: User,
  { id, pack }: Pick<BatchRow, 'id' | 'pack'>,
  names: Names,
) {
  const files: ArchiveFile[] = [];
  const failed: ArchiveGap[] = [];
  const given: BatchItemRow[] = [];
  const taken = new Set<string>();
  for (const item of await batchItems(pool, id)) {
    const about = aboutOf(item, names);
    const size = Number(item.bytes ?? -1);
    const gap = gapOf(user, item) ?? (await gapNow(context, user, item, size));
    if (gap || !item.run || !item.file_name || !item.sha256) {
      const code = gap ?? 'failed';
      failed.push({ ...about, run: gap === 'forbidden' ? null : item.run, code, reason: reasonOf(code) });
    } else {
      const { run, sha256, as_of: asOf } = item;
      const name = freeName(nameOf(item.position, item.file_name, pack), taken);
      given.push(item);
      const path = context.runs.pathOf(run);
      const contentSha256 = await contentDigestOf(path, size);
      files.push({ ...about, name, path, asOf, bytes: size, sha256, contentSha256, run });
    }
  }
  return { files, failed, given };
}

function aboutOf(item: BatchItemRow, names: Names) {
  const issuer = item.issuer === null ? null : Number(item.issuer);
  return {
    issuer,
    issuerName: issuer === null ? null : (names.get(issuer) ?? null),
    report: item.endpoint,
    title: reportTitle(item.endpoint as EndpointId),
    inputs: item.input,
  };
}

/** Checks of a file that need the registry or the disk, beyond those of the request itself. */
async function gapNow(context: GatewayContext, user: User, item: BatchItemRow, size: number) {
  if (!(await isSaved(context, item, size))) return 'expired';
  return (await isHolderShown(context, user, item)) ? null : 'forbidden';
}

async function isSaved(context: GatewayContext, item: BatchItemRow, size: number): Promise<boolean> {
  const saved = item.run ? await stat(context.runs.pathOf(item.run)).catch(() => null) : null;
  return saved?.size === size;
}

/** Makes file names unique: `Balance_1001.pdf`, `Balance_1001_2.pdf`. */
function freeName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.');
  let free = name;
  for (let copy = 2; taken.has(free); copy += 1) free = `${name.slice(0, dot)}_${copy}${name.slice(dot)}`;
  taken.add(free);
  return free;
}
