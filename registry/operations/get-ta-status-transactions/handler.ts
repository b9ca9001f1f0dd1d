import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { statusPage } from '#registry/queries/status-list';
import type { Context } from '../parts/context.ts';
import { anyIssuers } from '../parts/request/coverage.ts';
import { statusTransaction } from '../parts/response/status-transaction.ts';

/** One page of transactions in every status, of one issuer or of all. */
export async function getTAStatusTransactions(
  ctx: Context,
  input: RequestFor<'GetTAStatusTransactions'>,
): Promise<ExactResponseFor<'GetTAStatusTransactions'>> {
  return inSnapshot(ctx.pool, async (db) => {
    const { issuers } = await anyIssuers(db, ctx, input.customerIssuerId);
    const { total, rows } = await statusPage(db, ctx.memory, {
      issuers,
      kind: input.filterTransactionType === 'All' ? '' : input.filterTransactionType,
      status: input.transactionStatus,
      sortBy: input.sortBy,
      descending: input.orderBy === 'Descending',
      start: input.start,
      rows: input.numberOfRows,
    });
    return {
      totalRecords: total,
      transactions: rows.map(statusTransaction),
    };
  });
}
