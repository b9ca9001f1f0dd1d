import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { formatNumericDate } from '#lib/format/dates';
import { formatMoney, formatPerShare } from '#lib/format/money';
import { formatShares } from '#lib/format/shares';
import { inSnapshot } from '#registry/db/session';
import { classesOf } from '#registry/queries/classes';
import { type DividendSummary, dividendsOf } from '#registry/queries/dividends';
import type { Context } from '../parts/context.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { classNamed } from '../parts/response/class-named.ts';
import { quantity } from '../parts/response/display.ts';

/** Dividends of an issuer, latest record date first; isPDF has no effect. */
export async function getDividendList(
  ctx: Context,
  input: RequestFor<'GetDividendList'>,
): Promise<ExactResponseFor<'GetDividendList'>> {
  const today = ctx.clock.today();
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const ofId = classNamed(await classesOf(db, issuer.id, today));
    const dividends = await dividendsOf(db, issuer.id, today);
    return dividends.map((dividend) => {
      const ofClass = ofId(dividend.class_id);
      return {
        dividendId: dividend.id,
        type: dividend.kind,
        security: ofClass.name,
        payable: formatNumericDate(dividend.payable_on),
        recordDate: formatNumericDate(dividend.record_on),
        ratio: dividend.ratio,
        oustandingShares: dividend.outstanding,
        outstandingSharesFormat: quantity(ofClass, dividend.outstanding),
        distributionAmount: Number(dividend.distribution),
        distributionAmountFormat: distributionText(dividend),
        fractionalType: dividend.fractional_type,
        cashPerShare: dividend.rate === null ? null : Number(dividend.rate),
        cashPerShareFormat: dividend.rate === null ? '' : formatPerShare(dividend.rate),
      };
    });
  });
}

/** Dollars for cash dividends; the number of shares, without a currency sign, for stock dividends. */
function distributionText({ kind, distribution }: DividendSummary): string {
  return kind === 'Stock' ? formatShares(distribution) : formatMoney(distribution);
}
