import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { countsOf, pageOfRows, rowStates } from '#registry/bulk/bulk-rows';
import { inSnapshot } from '#registry/db/session';
import type { Context } from '../parts/context.ts';
import { registerFile } from '../parts/registers/register-file-response.ts';

/** What became of each row of a bulk sheet. */
export async function getBulkResults(
  ctx: Context,
  { registerFileId, state, start, numberOfRows }: RequestFor<'GetBulkResults'>,
): Promise<ExactResponseFor<'GetBulkResults'>> {
  return inSnapshot(ctx.pool, async (db) => {
    const file = await registerFile(ctx, db, registerFileId);
    const counts = await countsOf(db, file.id);
    const rows = await pageOfRows(db, file.id, { state: state ?? null, start, limit: numberOfRows });
    return {
      totalRecords: rowStates
        .filter((one) => !state || one === state)
        .reduce((sum, one) => sum + counts[one], 0),
      results: rows.map((row) => ({
        ...{ number: row.number, sheet: row.sheet, firstRow: row.first_row, lastRow: row.last_row },
        ...{ kind: row.kind, customerIssuerId: row.customer_issuer_id, account: row.account },
        ...{ batch: row.batch, key: row.key, state: row.state, displayTransactionId: row.transaction_number },
        ...{ field: row.field, sentence: row.sentence },
      })),
    };
  });
}
