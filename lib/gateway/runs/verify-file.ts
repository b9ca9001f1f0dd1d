// Route handler that tells which run made a file, by its digest.

import 'server-only';
import type { Pool } from 'pg';
import { coversIssuer } from '#lib/access/decide';
import type { User } from '#lib/access/roles';
import { json } from '#lib/api/respond';
import type { Verified, VerifiedFile } from '#lib/api/verify';
import { todayIn } from '#lib/format/today';
import { type FileDigest, findRunsByDigest, type MadeFile, type RunRow } from '#lib/runs/rows';
import { answerUser } from '../answer-user.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { invalid, readBody, rejectForeign } from '../request.ts';

/** Files with the same bytes are rare: a report has the time of its making in it. */
const runsMax = 50;
const digestForm = /^[0-9a-f]{64}$/;

/** Only users who may see the issuer of a run learn that it exists; a file of all issuers needs all issuers. */
const mayKnow = (user: User, issuer: bigint | null) =>
  issuer === null ? user.issuers === 'all' : coversIssuer(user, Number(issuer));

/**
 * POST /api/verify `{ sha256 }`: which run made the file with this digest; `{ cellsSha256 }`: which one made the workbook
 * whose cells have it (lib/sheet/read/cells-digest.ts). The file itself never reaches the server. A digest that is unknown
 * and one of an issuer outside the grant are answered alike. Recorded in the audit trail. Never throws.
 */
export function handleVerify(
  request: Request,
  pool: Pool,
  context: GatewayContext,
  zone: string,
): Promise<Response> {
  return answerUser(
    request,
    context,
    { action: 'verify', discloses: true },
    async ({ user, requestId, tell }) => {
      rejectForeign(request, context.publicUrl);
      const digest = readEither(await readBody(request));
      tell({ object: digest.sha256 });
      const leave = context.limits.enter(user.id, 'verify');
      try {
        const found = await findRunsByDigest(pool, digest, runsMax);
        const known = found.filter(({ issuer }) => mayKnow(user, issuer));
        const row = known.find(({ person }) => person === user.id) ?? known[0];
        if (row) tell({ endpoint: row.endpoint, issuer: row.issuer === null ? null : Number(row.issuer) });
        tell({ detail: { known: row !== undefined, of: digest.of } });
        const verified: Verified = { file: row ? fileOf(row, user, zone) : null };
        return json(verified, { requestId, secure: false });
      } finally {
        leave();
      }
    },
  );
}

/** The digest of a file's bytes in a body; throws ApiError `invalid`. */
export const readDigest = (body: unknown): FileDigest => digestIn(body, 'sha256');

/** The one digest in a body, of bytes or of cells. */
const readEither = (body: unknown): FileDigest =>
  digestIn(
    body,
    body !== null && typeof body === 'object' && 'cellsSha256' in body ? 'cellsSha256' : 'sha256',
  );

function digestIn(body: unknown, name: 'sha256' | 'cellsSha256'): FileDigest {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid({ '': ['The body must be an object.'] });
  const { [name]: sha256, ...others } = body as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalid({ [unknown]: ['Unknown field.'] });
  if (typeof sha256 !== 'string' || !digestForm.test(sha256))
    throw invalid({ [name]: ['This must be a SHA-256 digest: 64 hexadecimal digits in lower case.'] });
  return { of: name === 'sha256' ? 'bytes' : 'cells', sha256 };
}

const dayOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 10) : null);

/** The days of a file: those its figures are of, and that of its making. */
export function daysOf(
  row: Pick<RunRow, 'created_at' | 'as_of' | 'input'>,
  zone: string,
): Pick<VerifiedFile, 'asOf' | 'from' | 'createdOn'> {
  const createdOn = todayIn(zone, new Date(row.created_at));
  return {
    // A request without a day means the day of its making.
    asOf: row.as_of ?? dayOf(row.input.endDate) ?? createdOn,
    from: dayOf(row.input.startDate),
    createdOn,
  };
}

function fileOf(row: MadeFile, user: User, zone: string): VerifiedFile {
  return {
    ...daysOf(row, zone),
    endpoint: row.endpoint,
    issuer: row.issuer === null ? null : Number(row.issuer),
    createdBy: row.person_name,
    createdAt: row.created_at,
    fileName: row.file_name,
    bytes: row.bytes === null ? null : Number(row.bytes),
    run: row.person === user.id ? row.id : null,
  };
}
