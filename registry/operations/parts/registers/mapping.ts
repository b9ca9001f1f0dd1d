// Decisions about the columns and values of a sheet: their key, and the check that follows.

import type { PoolClient } from 'pg';
import type { FileRow, Outcome } from '#registry/import/files/register-file-rows';
import type { MappedSheet } from '#registry/import/files/saved-mappings';
import type { Context } from '../context.ts';
import { type Actor, queueWork } from './step.ts';

/** For what a decision about a sheet is kept. The sheet Source is read before its source is known. */
export const mappedSheet = (outcome: Outcome, sheet: string): MappedSheet => ({
  source: sheet === 'source' ? '' : (outcome.source ?? ''),
  sheet,
  headers: outcome.headers[sheet] ?? [],
});

/** Begins another check after a decision; an approval of the one before is void. */
export async function checkAgain(ctx: Context, tx: PoolClient, file: FileRow, actor: Actor): Promise<void> {
  await queueWork(ctx, tx, file, { kind: 'check', actor });
  await tx.query(
    `update register_file set state = 'Checked', approved_by = null, approved_outcome = null, accepted = ''
      where id = $1`,
    [file.id],
  );
}
