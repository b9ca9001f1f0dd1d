import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { addDays, daysBetween } from '#lib/format/dates';
import { inSnapshot } from '#registry/db/session';
import { classesOf } from '#registry/queries/classes';
import { controlEntryPage } from '#registry/queries/facts/control-entries';
import { transactionNumber } from '#registry/queries/journal';
import { controlBalances, noControl } from '#registry/queries/reports/control-balances';
import { transferMonths } from '#registry/queries/reports/control-lines';
import { openDifferences } from '#registry/queries/reports/open-differences';
import type { Context } from '../parts/context.ts';
import { period } from '../parts/request/coverage.ts';
import { checkPeriodFrom, issuerInScope } from '../parts/request/scope.ts';
import { classNamed } from '../parts/response/class-named.ts';

/** The figures of the control book's file: balances around the period, its entries, and open differences. */
export async function getControlBook(
  ctx: Context,
  input: RequestFor<'GetControlBook'>,
): Promise<ExactResponseFor<'GetControlBook'>> {
  const { from, cutoff } = period(ctx, input.startDate, input.endDate);
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    // The opening balances are those of the day before.
    checkPeriodFrom(issuer, 'startDate', from);
    const classes = await classesOf(db, issuer.id, cutoff);
    const ofId = classNamed(classes);
    const ofClass = (id: bigint) => ({ securityTypeId: id, security: ofId(id).name });
    const opening = await controlBalances(db, issuer.id, addDays(from, -1));
    const closing = await controlBalances(db, issuer.id, cutoff);
    const entries = await controlEntryPage(db, issuer.id, from, cutoff, input);
    const transfers = await transferMonths(db, issuer.id, from, cutoff);
    const differences = await openDifferences(db, issuer.id, cutoff);
    return {
      classes: classes.map(({ id, isUnlimited }) => {
        const before = opening.get(id) ?? noControl;
        const after = closing.get(id) ?? noControl;
        return {
          ...ofClass(id),
          isUnlimited,
          openingAuthorized: before.authorized,
          openingIssued: before.issued,
          openingTreasury: before.treasury,
          openingReserved: before.reserved,
          closingAuthorized: after.authorized,
          closingIssued: after.issued,
          closingTreasury: after.treasury,
          closingReserved: after.reserved,
        };
      }),
      totalRecords: entries.total,
      entries: entries.rows.map((row) => ({
        controlEntryId: row.id,
        ...ofClass(row.class_id),
        effectiveDate: row.effective_on,
        recordedAt: row.recorded_at,
        kind: row.kind,
        subKind: row.sub_kind ?? '',
        creditedShares: row.credited_shares,
        debitedShares: row.debited_shares,
        treasuryDelta: row.treasury_delta,
        reservedDelta: row.reserved_delta,
        authorizedDelta: row.authorized_delta,
        authority: row.authority,
        transactionId:
          row.txn_id === null ? null : transactionNumber({ id: row.txn_id, customer_id: row.customer_id }),
        controlTransactionId: row.txn_id,
        note: row.note,
      })),
      transfers: transfers.map((row) => ({
        ...ofClass(row.class_id),
        month: row.month,
        items: row.items,
        debitedShares: row.debited,
        creditedShares: row.credited,
      })),
      openRecordDifferences: differences.map((row) => ({
        ...ofClass(row.class_id),
        openedOn: row.opened_on,
        daysOpen: daysBetween(row.opened_on, cutoff),
        existedSince: row.existed_since,
        shares: row.shares,
        cause: row.cause,
        isByPriorAgent: row.by_prior_agent,
        note: row.note,
        price: row.price,
      })),
    };
  });
}
