// Route handlers by which an addressee opens and downloads a file that was sent.

import 'server-only';
import type { Pool } from 'pg';
import { ApiError } from '#lib/api/error';
import type { SentFile } from '#lib/api/file-links';
import { errorResponse, json, secured } from '#lib/api/respond';
import type { AuditEntry } from '#lib/audit/entry';
import {
  closedBy,
  findLink,
  findLinkByToken,
  type LinkRow,
  releaseAttempt,
  reserveCodeAttempt,
  takeDownload,
} from '#lib/runs/links';
import { findRun, type RunRow } from '#lib/runs/rows';
import { passwordFits } from '#lib/session/accounts/password';
import { digestOf } from '#lib/session/sessions';
import { clearGuess, reserveAttempt, sourceKeys } from '#lib/session/throttle';
import { readSetting } from '#lib/store/installation';
import { dependOn } from '#lib/transport/trace';
import { beginEntry, noteError, recordFirst } from '../audited.ts';
import { readForm, rejectForeignForm } from '../form-token.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { isHolderShown } from '../perform.ts';
import { invalid, readBody, rejectForeign } from '../request.ts';
import { enterPublic } from './enter-public.ts';
import { isFileThere, senderOf } from './link-rights.ts';
import { issuerOf } from './public-verification.ts';
import { finishedFile } from './run-access.ts';
import { daysOf } from './verify-file.ts';

const tokenForm = /^[A-Za-z0-9_-]{43}$/;
const codeForm = /^\d{8}$/;

/** One answer for a wrong code and for links that are unknown, closed, used up, or whose sender lost the file. */
const refused = () =>
  new ApiError('not_found', {
    message: 'The code is not right, or the link is no longer open. Check the code, or ask the sender.',
  });

type Given = { token: string; code: string };
type Opened = { link: LinkRow; row: RunRow; sentBy: string };
type Where = {
  pool: Pool;
  context: GatewayContext;
  zone: string;
  /** Path of the addressee's page, for a download that was refused. */
  pagePath: string;
};

/**
 * POST /api/public/file `{ token, code }`: what was sent by a link, after the right code. Without sign-in, limited per source
 * and in all; 404 where sending is off. Never throws.
 */
export async function handleSentFacts(request: Request, where: Where): Promise<Response> {
  const { context, pool, zone } = where;
  const { about, entry } = beginEntry(request, context, 'link-open');
  try {
    if (request.headers.has('authorization')) throw new ApiError('unauthenticated');
    if (!(await readSetting(pool, 'sending'))) throw refused();
    rejectForeign(request, context.publicUrl);
    const { link, row, sentBy } = await opened(where, entry, readGiven(await readBody(request)));
    await recordFirst(context, entry);
    const facts: SentFile = {
      endpoint: row.endpoint,
      issuer: row.issuer === null ? null : await issuerOf(context, Number(row.issuer)),
      createdAt: row.created_at,
      ...daysOf(row, zone),
      fileName: row.file_name ?? '',
      bytes: Number(row.bytes),
      sha256: row.sha256 ?? '',
      sentBy,
      expiresAt: link.expires_at,
      downloads: link.downloads,
      downloadsMax: link.downloads_max,
    };
    return json(facts, about);
  } catch (thrown) {
    return errorResponse(await written(context, entry, thrown), about);
  }
}

/**
 * POST /api/public/file/content, a form with `token` and `code`: the file, streamed as to its owner, and counted. A browser
 * sends the form itself and saves the answer, so that no page holds the file in memory; a refusal leads back to the page.
 * No form token: who knows address and code may have the file. Never throws.
 */
export async function handleSentFile(request: Request, where: Where): Promise<Response> {
  const { context, pool } = where;
  const { about, entry } = beginEntry(request, context, 'link-file');
  try {
    rejectForeignForm(request, context.publicUrl);
    if (request.headers.has('authorization')) throw new ApiError('unauthenticated');
    const form = await readForm(request);
    if (!(await readSetting(pool, 'sending'))) throw refused();
    const given = readGiven({ token: form.get('token') ?? '', code: form.get('code') ?? '' });
    const { link, row } = await opened(where, entry, given);
    dependOn(() => isStillOpen(where, link.id, row));
    const response = await finishedFile(new Request(request.url, { method: 'GET' }), context, row);
    // Last, and only while the link is still open: two downloads at once do not pass its limit.
    const taken = await takeDownload(pool, link.id);
    if (!taken) throw refused();
    entry.detail = { ...entry.detail, download: taken.downloads, of: taken.downloads_max };
    await recordFirst(context, entry);
    return secured(response, about);
  } catch (thrown) {
    const error = await written(context, entry, thrown);
    // The page's own form is never too large; another site and other programs get the refusal itself.
    if (error.code === 'csrf' || error.code === 'too_large') return errorResponse(error, about);
    const busy = error.code === 'rate_limited' || error.code === 'throttled';
    const location = `${context.publicUrl}${where.pagePath}?problem=${busy ? 'busy' : 'refused'}`;
    const headers = { location, 'cache-control': 'no-store' };
    return secured(new Response(null, { status: 303, headers }), about);
  }
}

/** The entry of a refusal; one beyond the limits leaves none, so that a flood does not fill the trail. */
async function written(context: GatewayContext, entry: AuditEntry, thrown: unknown): Promise<ApiError> {
  const error = noteError(entry, thrown);
  if (error.code !== 'rate_limited' && error.code !== 'throttled')
    await context.audit.record(entry).catch(() => undefined);
  return error;
}

/** Token and code of a body, the code without the blanks it is shown with. */
function readGiven(body: unknown): Given {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid({ '': ['The body must be an object.'] });
  const { token, code, ...others } = body as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalid({ [unknown]: ['Unknown field.'] });
  const digits = typeof code === 'string' && code.length <= 40 ? code.replaceAll(/[ -]/g, '') : '';
  if (!codeForm.test(digits)) throw invalid({ code: ['Enter the eight digits of the code.'] });
  return { token: typeof token === 'string' ? token : '', code: digits };
}

/**
 * The link and the file of a token and its right code, while its sender may have the file. Anything else is `refused`, after
 * the same work: an unknown token costs the hashing of a code too.
 */
async function opened(where: Where, entry: AuditEntry, { token, code }: Given): Promise<Opened> {
  const { context, pool } = where;
  const leave = enterPublic(context, entry.address ?? null, 'publicFile');
  try {
    const keys = sourceKeys(entry.address ?? null);
    const guess = await reserveAttempt(pool, keys);
    if (!guess.allowed) throw new ApiError('throttled', { retryAfter: guess.retryAfterSeconds });
    const hash = tokenForm.test(token) ? digestOf(token) : null;
    const link = hash && (await reserveCodeAttempt(pool, hash));
    const fits = await passwordFits(link?.code_hash ?? null, code);
    const known = link ?? (hash && (await findLinkByToken(pool, hash)));
    const row = known && (await findRun(pool, known.run));
    if (known) describe(entry, known, row);
    if (!link) throw because(entry, known ? closedBy(known) : null);
    if (!fits || !row) throw because(entry, 'wrong code');
    await releaseAttempt(pool, link.id);
    const sender = await senderOf(context, link, row);
    if (!sender || !(await isHolderShown(context, sender, row))) throw because(entry, 'no access');
    if (!(await isFileThere(context, row))) throw because(entry, 'file gone');
    await clearGuess(pool, keys);
    return { link, row, sentBy: sender.name };
  } finally {
    leave();
  }
}

function because(entry: AuditEntry, why: string | null): ApiError {
  if (why) entry.detail = { ...entry.detail, why };
  return refused();
}

function describe(entry: AuditEntry, link: LinkRow, row: RunRow | null): void {
  entry.object = link.id;
  entry.endpoint = row?.endpoint ?? null;
  entry.issuer = row?.issuer == null ? null : Number(row.issuer);
  entry.effectiveDate = row?.as_of ?? null;
  entry.detail = { run: link.run, name: link.addressee_name, email: link.addressee_email };
}

/** While the file is sent: not revoked, sending still allowed, and its sender may still have it. */
async function isStillOpen({ pool, context }: Where, id: string, row: RunRow): Promise<boolean> {
  const [link, isOn] = await Promise.all([findLink(pool, id), readSetting(pool, 'sending')]);
  return link !== null && link.revoked_at === null && isOn && (await senderOf(context, link, row)) !== null;
}
