import 'server-only';
import type { Pool } from 'pg';
import { canStillAccess } from '#lib/access/decide';
import type { User } from '#lib/access/roles';
import { ApiError } from '#lib/api/error';
import { findRun, type RunRow } from '#lib/runs/rows';

/** IDs of runs, of their links and of schedules: 16 random bytes in base64url. */
export const idForm = /^[A-Za-z0-9_-]{22}$/;

/** Whether a user may still have the file of a run, by current role, grants and fields. */
export const stillAllowed = (user: User, row: RunRow): boolean =>
  canStillAccess(user, row.endpoint, row.input, row.issuer === null ? null : Number(row.issuer));

/** A run for its owner, who may still have its file. Throws `not_found` for anybody else. */
export async function ownRun(pool: Pool, user: User, id: string): Promise<RunRow> {
  const row = idForm.test(id) ? await findRun(pool, id) : null;
  if (row?.person !== user.id || !stillAllowed(user, row)) throw new ApiError('not_found');
  return row;
}
