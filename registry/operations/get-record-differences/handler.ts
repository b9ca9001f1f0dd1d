import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { addDays, daysBetween } from '#lib/format/dates';
import { inSnapshot } from '#registry/db/session';
import { classesOf } from '#registry/queries/classes';
import {
  type DifferenceFact,
  differencePage,
  differenceSteps,
} from '#registry/queries/facts/record-differences';
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
    const ids = rows.map(({ id }) => id);
    const steps = Map.groupBy(await differenceSteps(db, issuer.id, ids), (step) => step.difference_id);
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
        existedSince: row.existed_since,
        daysExisting: daysBetween(row.existed_since, row.resolved_on ?? today),
        basis: row.basis,
        causeKind: row.cause_kind || null,
        isOverIssuance: row.is_over_issuance,
        buyInBy: buyInBy(row),
        steps: (steps.get(row.id) ?? []).map((step) => ({
          number: step.number,
          takenOn: step.taken_on,
          note: step.note,
          recordedBy: step.recorded_by,
        })),
        openedBy: row.opened_by,
        resolvedOn: row.resolved_on,
        resolution: row.resolution,
        resolvedBy: row.resolved_by,
        resolutionKind: row.resolution_kind || null,
        controlTransactionId: row.resolution_txn,
        transactionId: row.resolution_number,
      })),
    };
  });
}

/** An agent buys in what it over-issued within this many days of finding it (17 CFR 240.17Ad-10(g)). */
const daysToBuyIn = 60;

/** The day by which this agent has to buy in; null for what is no over-issuance, or one of a prior agent. */
const buyInBy = (one: DifferenceFact) =>
  one.is_over_issuance && !one.by_prior_agent ? addDays(one.opened_on, daysToBuyIn) : null;
