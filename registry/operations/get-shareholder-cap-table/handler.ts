import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { capTablePage } from '#registry/queries/cap-table';
import { classesOf } from '#registry/queries/classes';
import { noTotals, registerTotals } from '#registry/queries/totals';
import type { Context } from '../parts/context.ts';
import { issuerOfQuery } from '../parts/request/scope.ts';
import { classNamed } from '../parts/response/class-named.ts';
import { faceValue } from '../parts/response/display.ts';
import { person, rowsDefault } from '../parts/response/holder-person.ts';

/** Today's cap table, one row per holder and class, by sort name, account, class. */
export async function getShareholderCapTable(
  ctx: Context,
  input: RequestFor<'GetShareholderCapTable'>,
): Promise<ExactResponseFor<'GetShareholderCapTable'>> {
  const today = ctx.clock.today();
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerOfQuery(db, ctx.caller, input);
    const page = { start: input.Start ?? 0, rows: input.NumberOfRows ?? rowsDefault };
    const classes = await classesOf(db, issuer.id, today);
    const totals = await registerTotals(db, ctx.memory, issuer, today);
    const positions =
      page.start < totals.positions ? await capTablePage(db, ctx.memory, issuer, today, page) : [];
    const ofId = classNamed(classes);
    return {
      totalShareholderRecords: totals.positions,
      shareholders: positions.map((position) => {
        const ofClass = ofId(position.classId);
        return {
          ...person(position),
          securityType: ofClass.name,
          securityTypeID: ofClass.id,
          value: faceValue(ofClass, position.total),
          totalShares: position.total,
          restrictionShares: position.restricted,
          nonRestrictionShares: position.total - position.restricted,
        };
      }),
      securities: classes.map((each) => {
        const { outstanding, treasury, holders } = totals.byClass.get(each.id) ?? noTotals;
        return {
          securityTypeID: each.id,
          securityType: each.name,
          numberOfShareholders: holders,
          totalIssuedShares: outstanding + treasury,
          authorizedShares: each.authorized,
          totalValue: faceValue(each, outstanding + treasury),
          isUnlimitedAuthorizedShares: each.isUnlimited,
        };
      }),
    };
  });
}
