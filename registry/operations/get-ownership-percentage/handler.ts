import type { RequestFor } from '#lib/contract/index';
import { writeJson } from '#lib/contract/wire/json';
import type { JsonText } from '#registry/http/reply';
import { classesOf } from '#registry/queries/classes';
import { ownershipRows } from '#registry/queries/ownership';
import { registerTotals } from '#registry/queries/totals';
import type { Context } from '../parts/context.ts';
import { checkBooksFrom, cutoffOrToday } from '../parts/request/scope.ts';
import { streamedPieces } from '../parts/response/json-pieces.ts';
import { issuerList } from '../parts/response/list-response.ts';
import { ownedAccount, ownedBalances, summedClasses } from '../parts/response/ownership.ts';

/** Every account's percentage of each class at a cutoff, in percent units. */
export function getOwnershipPercentage(
  ctx: Context,
  input: RequestFor<'GetOwnershipPercentage'>,
): Promise<JsonText> {
  const cutoff = cutoffOrToday(ctx.clock, 'cutoff', input.cutoff);
  return issuerList(ctx, input.customerIssuerId, 'all', async function* (client, issuer) {
    checkBooksFrom(issuer, 'cutoff', cutoff);
    const filter = {
      code: input.filterSecurityType?.securityTypeCode,
      series: input.filterSecurityType?.securitySeriesCode,
    };
    const selected = await classesOf(client, issuer.id, cutoff, filter);
    const { byClass } = await registerTotals(client, ctx.memory, issuer, cutoff);
    const classes = summedClasses(selected, byClass);
    const order = { by: input.sortBy ?? 'SortName', descending: input.orderBy === 'Descending' };
    const accounts = ownershipRows(client, issuer.id, cutoff, [...classes.keys()], order);
    yield '{"accounts":';
    yield* streamedPieces(accounts, (each) => ownedAccount(each, classes));
    yield `,"balances":${writeJson(ownedBalances(classes))}}`;
  });
}
