import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { formatShares } from '#lib/format/shares';
import { inSnapshot } from '#registry/db/session';
import { accountHoldings } from '#registry/queries/account-holdings';
import { classesOf } from '#registry/queries/classes';
import type { Context } from '../parts/context.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { classNamed } from '../parts/response/class-named.ts';
import { quantity } from '../parts/response/display.ts';

/** Today's holdings of one account by class; empty for an unknown account. */
export async function getHoldingSummary(
  ctx: Context,
  input: RequestFor<'GetHoldingSummary'>,
): Promise<ExactResponseFor<'GetHoldingSummary'>> {
  const today = ctx.clock.today();
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const ofId = classNamed(await classesOf(db, issuer.id, today));
    const holdings = await accountHoldings(db, issuer.id, today, input.customerShareholderId);
    return holdings.map((holding) => {
      const ofClass = ofId(holding.class_id);
      return {
        securityTypeId: ofClass.id,
        security: ofClass.name,
        shares: holding.shares,
        sharesFormat: quantity(ofClass, holding.shares),
        numberOfCertificates: holding.certificates,
        numberOfCertificatesFormat: formatShares(holding.certificates),
        hasBookCertificates: holding.has_book_entry,
      };
    });
  });
}
