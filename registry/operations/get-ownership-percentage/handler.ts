import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { writeJson } from '#lib/contract/wire/json';
import { formatPercent, percentOf8 } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import type { JsonText } from '#registry/http/reply';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
import { type Ownership, ownershipRows } from '#registry/queries/ownership';
import { noTotals, registerTotals } from '#registry/queries/totals';
import type { ClassTotals } from '#registry/queries/types';
import type { Context } from '../parts/context.ts';
import { checkBooksFrom, cutoffOrToday } from '../parts/request/scope.ts';
import { authorizedText, quantity } from '../parts/response/display.ts';
import { streamedPieces } from '../parts/response/json-pieces.ts';
import { issuerList } from '../parts/response/list-response.ts';

type ExactResponse = ExactResponseFor<'GetOwnershipPercentage'>;
type Account = ExactResponse['accounts'][number];
type Summed = { ofClass: SecurityClass; totals: ClassTotals };

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
    const classes = new Map(
      selected.map((each) => [each.id, { ofClass: each, totals: byClass.get(each.id) ?? noTotals }]),
    );
    const order = { by: input.sortBy ?? 'SortName', descending: input.orderBy === 'Descending' };
    const accounts = ownershipRows(client, issuer.id, cutoff, [...classes.keys()], order);
    yield '{"accounts":';
    yield* streamedPieces(accounts, (each) => account(each, classes));
    yield `,"balances":${writeJson(balancesOf(classes))}}`;
  });
}

const balancesOf = (classes: ReadonlyMap<bigint, Summed>): ExactResponse['balances'] =>
  [...classes.values()].map(({ ofClass, totals }) => ({
    securityType: ofClass.name,
    numOfShareholder: totals.holders,
    numOfShareholderFormat: formatShares(totals.holders),
    totalOutstandingShares: totals.outstanding,
    totalOutstandingSharesFormat: quantity(ofClass, totals.outstanding),
    authorizedShares: ofClass.authorized,
    authorizedSharesFormat: authorizedText(ofClass),
    isUnlimited: ofClass.isUnlimited,
  }));

function account({ holder, positions }: Ownership, classes: ReadonlyMap<bigint, Summed>): Account {
  return {
    systemShareholderId: holder.id,
    customerShareholderId: holder.customerId,
    displayShareholderId: holder.customerId,
    sortName: holder.sortName,
    name: holder.name,
    securities: positions.flatMap(({ classId, certificates, shares }) => {
      const summed = classes.get(classId);
      if (!summed) return [];
      const { ofClass, totals } = summed;
      return {
        securityType: ofClass.name,
        numberOfCertificates: certificates,
        numberOfCertificatesFormat: formatShares(certificates),
        totalShares: shares,
        totalSharesFormat: quantity(ofClass, shares),
        percentage: percentOf8(shares, totals.outstanding),
        percentageFormat: formatPercent(shares, totals.outstanding),
      };
    }),
  };
}
