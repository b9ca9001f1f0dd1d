import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { classesOf } from '#registry/queries/classes';
import { narrowTotals, noTotals, registerTotals } from '#registry/queries/totals';
import type { Context } from '../parts/context.ts';
import { checkBooksFrom, cutoffOrToday, issuerOfQuery } from '../parts/request/scope.ts';
import { authorizedText, quantity } from '../parts/response/display.ts';

/** Shares per class at a cutoff. The restriction filter narrows outstanding and holders only. */
export async function getIssuerBalance(
  ctx: Context,
  input: RequestFor<'GetIssuerBalance'>,
): Promise<ExactResponseFor<'GetIssuerBalance'>> {
  const cutoff = cutoffOrToday(ctx.clock, 'CutoffDate', input.CutoffDate);
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerOfQuery(db, ctx.caller, input);
    checkBooksFrom(issuer, 'CutoffDate', cutoff);
    const filter = {
      code: input.FilterSecurityType?.securityTypeCode,
      series: input.FilterSecurityType?.securitySeriesCode,
    };
    const classes = await classesOf(db, issuer.id, cutoff, filter);
    const totals = await registerTotals(db, ctx.memory, issuer, cutoff);
    return classes.map((each) => {
      const all = totals.byClass.get(each.id) ?? noTotals;
      const shown = narrowTotals(all, input.RestrictionStatus);
      const issued = all.outstanding + all.treasury;
      return {
        issuerId: issuer.id,
        customerIssuerId: issuer.customerId,
        className: each.name,
        totalShareholder: shown.holders,
        securityID: each.id,
        securityDescription: each.description || each.name,
        isUnlimited: each.isUnlimited,
        dollarFormat: each.isDollar,
        authorizedShares: each.authorized,
        authorizedSharesFormat: authorizedText(each),
        totalIssuedShares: issued,
        totalIssuedSharesFormat: quantity(each, issued),
        totalOutstandingShares: shown.restricted + shown.free,
        totalOutstandingSharesFormat: quantity(each, shown.restricted + shown.free),
        totalReserveShares: each.reserved,
        totalReserveSharesFormat: quantity(each, each.reserved),
        totalRestrictedShares: shown.restricted,
        totalRestrictedSharesFormat: quantity(each, shown.restricted),
        totalNonRestrictedShares: shown.free,
        totalNonRestrictedSharesFormat: quantity(each, shown.free),
      };
    });
  });
}
