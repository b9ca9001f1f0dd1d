import type { AnswerFor, RequestFor } from '#lib/contract/index';
import { writeJson } from '#lib/contract/json';
import { formatPercent, percentOf8 } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import { inSnapshot } from '../db/session.ts';
import type { JsonText } from '../http/reply.ts';
import { classesOf, type SecurityClass } from '../queries/classes.ts';
import { type Ownership, ownershipAt } from '../queries/ownership.ts';
import { type ClassTotals, noTotals, registerTotals } from '../queries/totals.ts';
import type { Context } from './context.ts';
import { authorizedText, quantity } from './display.ts';
import { arrayPieces } from './json-pieces.ts';
import { cutoffOrToday, issuerInScope } from './scope.ts';

type Answer = AnswerFor<'GetOwnershipPercentage'>;
type Account = Answer['accounts'][number];
type Summed = { ofClass: SecurityClass; totals: ClassTotals };

/**
 * Every account's share of each class at a cutoff, in percent units (domain §9.3). The connection goes back before the
 * first byte is written; the text is then made in pieces, so 20,000 accounts neither stop the process nor fill it.
 */
export async function getOwnershipPercentage(
  ctx: Context,
  input: RequestFor<'GetOwnershipPercentage'>,
): Promise<JsonText> {
  const cutoff = cutoffOrToday(ctx.clock, 'cutoff', input.cutoff);
  const { accounts, classes } = await inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const filter = {
      code: input.filterSecurityType?.securityTypeCode,
      series: input.filterSecurityType?.securitySeriesCode,
    };
    const selected = await classesOf(db, issuer.id, cutoff, filter);
    const { byClass } = await registerTotals(db, ctx.memory, issuer, cutoff);
    return {
      classes: new Map(
        selected.map((each) => [each.id, { ofClass: each, totals: byClass.get(each.id) ?? noTotals }]),
      ),
      accounts: await ownershipAt(
        db,
        issuer.id,
        cutoff,
        selected.map((each) => each.id),
        { by: input.sortBy ?? 'SortName', descending: input.orderBy === 'Descending' },
      ),
    };
  });
  return { jsonText: text(accounts, classes) };
}

function* text(accounts: readonly Ownership[], classes: ReadonlyMap<bigint, Summed>): Generator<string> {
  yield '{"accounts":';
  yield* arrayPieces(accounts, (each) => account(each, classes));
  const balances: Answer['balances'] = [...classes.values()].map(({ ofClass, totals }) => ({
    securityType: ofClass.name,
    numOfShareholder: totals.holders,
    numOfShareholderFormat: formatShares(totals.holders),
    totalOutstandingShares: totals.outstanding,
    totalOutstandingSharesFormat: quantity(ofClass, totals.outstanding),
    authorizedShares: ofClass.authorized,
    authorizedSharesFormat: authorizedText(ofClass),
    isUnlimited: ofClass.isUnlimited,
  }));
  yield `,"balances":${writeJson(balances)}}`;
}

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
