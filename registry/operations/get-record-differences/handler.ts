import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { daysBetween } from '#lib/format/dates';
import { inSnapshot } from '#registry/db/session';
import { classesOf } from '#registry/queries/classes';
import { differencePage } from '#registry/queries/facts/record-differences';
import type { Context } from '../parts/context.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { classNamed } from '../parts/response/class-named.ts';

/** Record differences of an issuer, newest first. */
export async function getRecordDifferences(
  ctx: Context,
  input: RequestFor<'GetRecordDifferences'>,
): Promise<ExactResponseFor<'GetRecordDifferences'>> {
  const today = ctx.clock.today();
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const ofId = classNamed(await classesOf(db, issuer.id, today));
    const { total, rows } = await differencePage(db, issuer.id, today, input.status, input);
    return {
      totalRecords: total,
      recordDifferences: rows.map((row) => ({
        recordDifferenceId: row.id,
        version: row.version,
        securityTypeId: row.class_id,
        security: ofId(row.class_id).name,
        shares: row.shares,
        cause: row.cause,
        isByPriorAgent: row.by_prior_agent,
        note: row.note,
        openedOn: row.opened_on,
        daysOpen: daysBetween(row.opened_on, row.resolved_on ?? today),
        openedBy: row.opened_by,
        resolvedOn: row.resolved_on,
        resolution: row.resolution,
        resolvedBy: row.resolved_by,
      })),
    };
  });
}
