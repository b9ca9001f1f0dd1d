import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { formatNumericDate } from '#lib/format/dates';
import { inSnapshot } from '#registry/db/session';
import { transactionNumber } from '#registry/queries/journal';
import { statusPage } from '#registry/queries/status-list';
import type { Context } from '../parts/context.ts';
import { transactionTypeText } from '../parts/display-text.ts';
import { anyIssuers } from '../parts/request/coverage.ts';

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
      transactions: rows.map((row) => ({
        transactionId: transactionNumber(row),
        controlTransactionId: row.id,
        type: transactionTypeText(row.kind),
        receivedDate: formatNumericDate(row.received_on),
        completedDate: formatNumericDate(row.completed_on),
        effectiveDate: formatNumericDate(row.effective_on),
        transferFrom: row.transfer_from,
        issuedTo: row.issued_to,
        status: row.status,
      })),
    };
  });
}
