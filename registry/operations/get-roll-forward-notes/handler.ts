import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { addDays } from '#lib/format/dates';
import { inSnapshot } from '#registry/db/session';
import { classesOf } from '#registry/queries/classes';
import { restatementsOf, reversalsIn } from '#registry/queries/reports/reversals-and-restatements';
import type { Context } from '../parts/context.ts';
import { period } from '../parts/request/coverage.ts';
import { checkPeriodFrom, issuerInScope } from '../parts/request/scope.ts';
import { classNamed } from '../parts/response/class-named.ts';

const rowsMax = 1_000;

/** What the figures of a roll-forward alone do not say: reversals, and what restated the opening after its day. */
export async function getRollForwardNotes(
  ctx: Context,
  input: RequestFor<'GetRollForwardNotes'>,
): Promise<ExactResponseFor<'GetRollForwardNotes'>> {
  const { from, cutoff } = period(ctx, input.startDate, input.endDate);
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    checkPeriodFrom(issuer, 'startDate', from);
    const ofId = classNamed(await classesOf(db, issuer.id, cutoff));
    const asked = { issuerId: issuer.id, opening: addDays(from, -1), closing: cutoff };
    const reversals = await reversalsIn(db, asked, rowsMax + 1);
    const restatements = await restatementsOf(db, asked, ctx.clock.timeZone, rowsMax + 1);
    return {
      reversals: reversals.slice(0, rowsMax).map((row) => ({
        controlTransactionId: row.id,
        transactionId: row.number,
        effectiveDate: row.effective_on,
        reversesControlTransactionId: row.reversed_id,
        reversesTransactionId: row.reversed_number,
        reversesEffectiveDate: row.reversed_on,
      })),
      restatements: restatements.slice(0, rowsMax).map((row) => ({
        securityTypeId: row.class_id,
        security: ofId(row.class_id).name,
        controlTransactionId: row.id,
        transactionId: row.number,
        effectiveDate: row.effective_on,
        processedDate: row.processed_on,
        netOutstanding: row.net,
        accounts: row.accounts,
      })),
      isWhole: Math.max(reversals.length, restatements.length) <= rowsMax,
    };
  });
}
