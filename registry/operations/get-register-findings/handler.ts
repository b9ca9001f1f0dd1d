import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { findingsOf, outcomeOf, severities } from '#registry/import/files/register-file-rows';
import type { Context } from '../parts/context.ts';
import { registerFile } from '../parts/registers/register-file-response.ts';

/** Findings of the last check, the severest first. */
export async function getRegisterFindings(
  ctx: Context,
  { registerFileId, code, start, numberOfRows }: RequestFor<'GetRegisterFindings'>,
): Promise<ExactResponseFor<'GetRegisterFindings'>> {
  return inSnapshot(ctx.pool, async (db) => {
    const file = await registerFile(ctx, db, registerFileId);
    const page = { code: code ?? null, start, limit: numberOfRows };
    const { total, findings } = await findingsOf(db, file.id, page);
    const byCode = outcomeOf(file)?.byCode ?? [];
    return {
      totalRecords: total,
      found: byCode
        .filter((one) => !code || one.code === code)
        .reduce((sum, one) => sum + Number(one.findings), 0),
      findings: findings.map(({ rank, row_number: row, ...rest }) => ({
        ...rest,
        row,
        severity: severities[rank] ?? 'error',
      })),
    };
  });
}
