import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { concentrationRanks } from '#lib/register/ownership/ownership';
import { inSnapshot } from '#registry/db/session';
import { classesOf } from '#registry/queries/classes';
import { largestHolders } from '#registry/queries/largest-holders';
import { reservesAt } from '#registry/queries/reserves';
import { registerTotals } from '#registry/queries/totals';
import type { Context } from '../parts/context.ts';
import { checkBooksFrom, cutoffOrToday, issuerInScope } from '../parts/request/scope.ts';
import { quantity } from '../parts/response/display.ts';
import { ownedAccount, ownedBalances, summedClasses } from '../parts/response/ownership.ts';

/** The largest accounts of each class at a cutoff, as in the ownership, with the totals of all and the reserves. */
export async function getLargestHolders(
  ctx: Context,
  input: RequestFor<'GetLargestHolders'>,
): Promise<ExactResponseFor<'GetLargestHolders'>> {
  const cutoff = cutoffOrToday(ctx.clock, 'cutoff', input.cutoff);
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    checkBooksFrom(issuer, 'cutoff', cutoff);
    const selected = await classesOf(db, issuer.id, cutoff);
    const { byClass } = await registerTotals(db, ctx.memory, issuer, cutoff);
    const classes = summedClasses(selected, byClass);
    const found = await largestHolders(db, ctx.memory, issuer, cutoff);
    const reserves = await reservesAt(db, issuer.id, cutoff);
    return {
      accounts: selected.flatMap(({ id: classId }) =>
        (found.get(classId)?.largest ?? [])
          .slice(0, input.numberOfRows)
          .map(({ holder, ...position }) =>
            ownedAccount({ holder, positions: [{ classId, ...position }] }, classes),
          ),
      ),
      balances: ownedBalances(classes),
      totals: selected.flatMap(({ id, name }) => {
        const one = found.get(id);
        if (!one) return [];
        return {
          securityTypeId: id,
          security: name,
          accounts: one.accounts,
          shares: one.shares,
          squaredShares: one.squares.toString(),
          largest: concentrationRanks
            .filter((count) => count < one.accounts)
            .map((count) => ({
              accounts: count,
              shares: one.largest.slice(0, count).reduce((sum, { shares }) => sum + shares, 0n),
            })),
        };
      }),
      reserves: reserves.flatMap(({ id, classId, name, shares }) => {
        const ofClass = classes.get(classId)?.ofClass;
        if (!ofClass) return [];
        return {
          systemReserveId: id,
          securityTypeId: classId,
          security: ofClass.name,
          name,
          shares,
          sharesFormat: quantity(ofClass, shares),
        };
      }),
    };
  });
}
