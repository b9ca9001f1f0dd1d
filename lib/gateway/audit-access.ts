// Route handlers of the audit trail: list, verification and file.

import 'server-only';
import type { Pool } from 'pg';
import { rightsOf, type User } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import { json } from '../api/respond.ts';
import { readEntry, readTrail, streamTrail, type TrailFilter, trailChoices } from '../audit/trail.ts';
import { type TrailFacts, trailCsv, trailXlsx } from '../audit/trail-file.ts';
import { currentCheckpoint, parseCheckpoint, proofText, verifyTrail } from '../audit/verify.ts';
import { isDate } from '../format/dates.ts';
import { instantText } from '../format/instant.ts';
import { attachment } from '../runs/file-name.ts';
import { answerUser } from './answer-user.ts';
import type { GatewayContext } from './gateway-context.ts';
import { invalid } from './request.ts';
import { streamOf } from './stream-of.ts';

type Where = {
  pool: Pool;
  context: GatewayContext;
  zone: string;
  today: string;
  now: Date;
};

const defaultRows = 500;
const rowsMax = 5_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The trail shows actions at every issuer: only administrators may see it. */
function requireAdmin(user: User): void {
  if (!rightsOf(user).administers) throw new ApiError('forbidden');
}

/** Throws `invalid` naming the parameter: an invalid filter must not show everything instead. */
export function readTrailFilter(search: URLSearchParams): TrailFilter {
  const read = (name: string, fits: (text: string) => boolean): string | null => {
    const text = search.get(name);
    if (text === null || text === '') return null;
    if (search.getAll(name).length > 1 || !fits(text)) throw invalid({ [name]: ['Unknown value.'] });
    return text;
  };
  const issuer = read('issuer', (text) => /^[1-9]\d{0,14}$/.test(text));
  return {
    person: read('person', (text) => text === 'nobody' || uuid.test(text)),
    action: read('action', (text) => /^[a-z][a-z0-9-]{0,40}$/i.test(text)),
    outcome: read('outcome', (text) => ['ok', 'refused', 'failed'].includes(text)),
    issuer: issuer === null ? null : Number(issuer),
    object: read('object', (text) => text.length <= 100 && !/\p{Cc}/u.test(text)),
    from: read('from', isDate),
    to: read('to', isDate),
  };
}

/** GET /api/audit: the newest matching entries, or with `entry` a single one, and the filter choices. */
export function handleAuditList(request: Request, { pool, context, zone }: Where): Promise<Response> {
  return answerUser(request, context, { action: 'audit-list' }, async ({ user, requestId }) => {
    requireAdmin(user);
    const search = new URL(request.url).searchParams;
    const seq = search.get('entry');
    const about = { requestId, secure: false };
    if (seq !== null) {
      const entry = await readEntry(pool, seq, zone);
      if (!entry) throw new ApiError('not_found');
      return json({ entry }, about);
    }
    const requested = Number(search.get('limit') ?? defaultRows);
    const limit = requested >= 1 ? Math.min(Math.floor(requested), rowsMax) : defaultRows;
    const found = await readTrail(pool, readTrailFilter(search), { zone, limit });
    return json({ ...found, zone, choices: await trailChoices(pool) }, about);
  });
}

/** GET /api/audit/proof: recomputes every hash; `seal` is a saved checkpoint. */
export function handleAuditProof(request: Request, { pool, context }: Where): Promise<Response> {
  return answerUser(
    request,
    context,
    { action: 'audit-proof', discloses: true },
    async ({ user, requestId, tell }) => {
      requireAdmin(user);
      const saved = new URL(request.url).searchParams.get('seal') || null;
      if (saved !== null && !parseCheckpoint(saved))
        throw invalid({ seal: ['A checkpoint is a number, a colon and 64 digits.'] });
      const proof = await verifyTrail(pool, saved);
      const { entries, fault: error } = proof;
      tell({ detail: { entries, fault: error && `${error.kind} at ${error.seq}` } });
      const shown = { entries, seal: proof.checkpoint, whole: error === null, words: proofText(proof) };
      return json({ ...shown, at: new Date().toISOString() }, { requestId, secure: false });
    },
  );
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** GET /api/audit/file?format=csv|xlsx: all matching entries, oldest first, with the current checkpoint. */
export function handleAuditFile(
  request: Request,
  { pool, context, zone, today, now }: Where,
): Promise<Response> {
  return answerUser(request, context, { action: 'audit-file', discloses: true }, async ({ user, tell }) => {
    requireAdmin(user);
    const search = new URL(request.url).searchParams;
    const format = search.get('format') ?? 'csv';
    if (format !== 'csv' && format !== 'xlsx') throw invalid({ format: ['This must be csv or xlsx.'] });
    const filter = readTrailFilter(search);
    const given = Object.entries(filter).filter(([, value]) => value !== null);
    tell({ issuer: filter.issuer, detail: { format, ...Object.fromEntries(given) } });
    const facts: TrailFacts = [
      ['Created by', user.email],
      ['Created at', instantText(now, zone)],
      ['Time zone', zone],
      ['Checkpoint', await currentCheckpoint(pool)],
      [
        'Entries',
        given.length > 0 ? given.map(([name, value]) => `${name}: ${value}`).join('; ') : 'all except views',
      ],
    ];
    const entries = streamTrail(pool, filter, zone);
    const bytes = format === 'csv' ? trailCsv(entries, facts) : trailXlsx(entries, facts, today);
    return new Response(streamOf(bytes), {
      headers: {
        'content-type': types[format],
        'content-disposition': attachment(`AuditTrail_${today.replaceAll('-', '')}.${format}`),
        'cache-control': 'no-store',
      },
    });
  });
}
