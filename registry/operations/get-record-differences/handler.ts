import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { addDays, daysBetween } from '#lib/format/dates';
import { inSnapshot } from '#registry/db/session';
import { classesOf } from '#registry/queries/classes';
import {
  certificateKey,
  certificatesNamed,
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
    const known = await certificatesNamed(db, issuer.id, rows.flatMap(certificatesOf));
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
        certificates: certificatesOf(row).map((name) => ({
          certificateNumber: name,
          controlCertificateId: known.get(certificateKey(row.class_id, name)) ?? null,
        })),
        customerShareholderId: row.holder,
        shareholder: row.holder_name,
        itemId: row.item_id,
        discoveredOn: row.discovered_on,
        letterOn: row.letter_on,
        bond: row.bond,
        boughtInOn: row.bought_in_on,
        boughtInShares: row.bought_in_shares,
        boughtInPrice: row.bought_in_price,
        boughtInFrom: row.bought_in_from,
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

/** The numbers of the certificates it is about, as they were entered. */
const certificatesOf = ({ certificates }: DifferenceFact) =>
  certificates === '' ? [] : certificates.split(', ');

/** An agent buys in what it over-issued within 60 days of finding it, or 90 with a letter (17 CFR 240.17Ad-10(g)). */
const daysToBuyIn = 60;
const daysMoreByLetter = 30;

/** The day by which this agent has to buy in; null for what need not be bought in, or was. */
const buyInBy = (one: DifferenceFact) =>
  one.is_over_issuance && !one.by_prior_agent && one.bond === '' && one.bought_in_on === null
    ? addDays(one.discovered_on, daysToBuyIn + (one.letter_on === null ? 0 : daysMoreByLetter))
    : null;
