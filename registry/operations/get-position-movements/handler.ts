import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { movementPage } from '#registry/queries/facts/position-movements';
import { transactionNumber } from '#registry/queries/journal';
import type { Context } from '../parts/context.ts';
import { issuerInScope } from '../parts/request/scope.ts';

/** Movements of a nominee's position, newest first. */
export async function getPositionMovements(
  ctx: Context,
  input: RequestFor<'GetPositionMovements'>,
): Promise<ExactResponseFor<'GetPositionMovements'>> {
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const { total, rows } = await movementPage(db, issuer.id, BigInt(input.controlCertificateId), input);
    return {
      totalRecords: total,
      movements: rows.map((row) => ({
        movement: row.movement,
        effectiveDate: row.effective_on,
        controlTransactionId: row.txn_id,
        transactionId: transactionNumber({ id: row.txn_id, customer_id: row.txn_customer_id }),
        transactionTypeCode: row.kind,
        transactionSubType: row.sub_kind,
        movedShares: row.moved,
        balance: row.balance,
      })),
    };
  });
}
