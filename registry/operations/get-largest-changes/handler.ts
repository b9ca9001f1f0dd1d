import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { badField } from '#registry/http/http-error';
import { classesOf } from '#registry/queries/classes';
import { type ClassChanges, largestChanges } from '#registry/queries/largest-changes';
import type { Context } from '../parts/context.ts';
import { checkBooksFrom, cutoffOrToday, issuerInScope } from '../parts/request/scope.ts';

const nobody = { accounts: 0n, shares: 0n };
const noChanges: ClassChanges = {
  opened: nobody,
  closed: nobody,
  increased: nobody,
  decreased: nobody,
  largest: [],
};

/** The largest changes of holdings of each class between the closes of two days, with the totals of all. */
export async function getLargestChanges(
  ctx: Context,
  input: RequestFor<'GetLargestChanges'>,
): Promise<ExactResponseFor<'GetLargestChanges'>> {
  const opening = cutoffOrToday(ctx.clock, 'startDate', input.startDate);
  const closing = cutoffOrToday(ctx.clock, 'endDate', input.endDate);
  if (opening > closing) throw badField('startDate', `must not be later than endDate, ${closing}`);
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    checkBooksFrom(issuer, 'startDate', opening);
    const classes = await classesOf(db, issuer.id, closing);
    const found = await largestChanges(db, issuer.id, { opening, closing }, input.numberOfRows);
    return {
      changes: classes.flatMap(({ id, name: security }) =>
        (found.get(id)?.largest ?? []).map(({ holder, before, after }) => ({
          systemShareholderId: holder.id,
          customerShareholderId: holder.customerId,
          sortName: holder.sortName,
          name: holder.name,
          securityTypeId: id,
          security,
          sharesBefore: before,
          sharesAfter: after,
        })),
      ),
      totals: classes.map(({ id, name: security }) => {
        const { opened, closed, increased, decreased } = found.get(id) ?? noChanges;
        return { securityTypeId: id, security, opened, closed, increased, decreased };
      }),
    };
  });
}
