import type { AnswerFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '../db/session.ts';
import { classesOf } from '../queries/classes.ts';
import { listIssuers } from '../queries/issuers.ts';
import { narrowTotals, noTotals, registerTotals } from '../queries/totals.ts';
import type { Context } from './context.ts';
import { authorizedText, quantity } from './display.ts';
import { cutoffOrToday, issuerOfQuery } from './scope.ts';

/** Issuers the client may see, by customer id. */
export async function getTransferAgentIssuers(ctx: Context): Promise<AnswerFor<'GetTransferAgentIssuers'>> {
  const issuers = await listIssuers(ctx.pool, ctx.caller.issuers);
  return issuers.map((issuer) => ({
    name: issuer.name,
    customerIssuerId: issuer.customerId,
    controlIssuerId: issuer.id,
    status: issuer.status,
    primaryAddress: issuer.address,
  }));
}

/** Classes of an issuer in the order they were opened. */
export async function getIssuerSecurityTypes(
  ctx: Context,
  input: RequestFor<'GetIssuerSecurityTypes'>,
): Promise<AnswerFor<'GetIssuerSecurityTypes'>> {
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerOfQuery(db, ctx.caller, input);
    const classes = await classesOf(db, issuer.id, ctx.clock.today());
    return classes.map((each) => ({
      securityTypeId: each.id,
      securityType: each.name,
      securityTypeCode: each.code,
      securitySeriesCode: each.series,
    }));
  });
}

/** Shares per class at a cutoff. The restriction filter narrows outstanding and holders only. */
export async function getIssuerBalance(
  ctx: Context,
  input: RequestFor<'GetIssuerBalance'>,
): Promise<AnswerFor<'GetIssuerBalance'>> {
  const cutoff = cutoffOrToday(ctx.clock, 'CutoffDate', input.CutoffDate);
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerOfQuery(db, ctx.caller, input);
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
