import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { classesOf } from '#registry/queries/classes';
import type { Context } from '../parts/context.ts';
import { issuerOfQuery } from '../parts/request/scope.ts';

/** Classes of an issuer in the order they were opened. */
export async function getIssuerSecurityTypes(
  ctx: Context,
  input: RequestFor<'GetIssuerSecurityTypes'>,
): Promise<ExactResponseFor<'GetIssuerSecurityTypes'>> {
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
