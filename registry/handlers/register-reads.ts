import type { AnswerFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '../db/session.ts';
import { badField } from '../http/http-error.ts';
import { capTablePage } from '../queries/cap-table.ts';
import { classesOf, type SecurityClass } from '../queries/classes.ts';
import {
  certificatesOf,
  holderPage,
  holdersWithShares,
  type LiveCertificate,
  type PagedHolder,
} from '../queries/holdings.ts';
import { noTotals, registerTotals } from '../queries/totals.ts';
import { accountTypeText } from '../reports/wording.ts';
import { classNamed } from './class-named.ts';
import type { Context } from './context.ts';
import { faceValue } from './display.ts';
import { issuerOfQuery } from './scope.ts';

const rowsDefault = 100;

/** Today's cap table, one row per holder and class, by sort name, account, class. */
export async function getShareholderCapTable(
  ctx: Context,
  input: RequestFor<'GetShareholderCapTable'>,
): Promise<AnswerFor<'GetShareholderCapTable'>> {
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

/** Today's holders with their classes and outstanding certificates, by sort name, account. */
export async function getIssuerShareholderDetails(
  ctx: Context,
  input: RequestFor<'GetIssuerShareholderDetails'>,
): Promise<AnswerFor<'GetIssuerShareholderDetails'>> {
  const today = ctx.clock.today();
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerOfQuery(db, ctx.caller, input);
    const page = { start: input.Start ?? 0, rows: input.NumberOfRows ?? rowsDefault };
    const { holders, total } = await selected(input);
    const classes = await classesOf(db, issuer.id, today);
    const certificates = await certificatesOf(
      db,
      issuer.id,
      today,
      holders.map(({ holder }) => holder.id),
    );
    const byHolder = Map.groupBy(certificates, (certificate) => certificate.holderId);
    return {
      totalShareholderRecords: total,
      shareholders: holders.map((each) => ({
        ...person(each),
        securities: holdings(classes, byHolder.get(each.holder.id) ?? []),
      })),
    };

    async function selected(given: typeof input): Promise<{ holders: PagedHolder[]; total: bigint }> {
      if (given.CustomerShareholderId === undefined && given.SystemShareholderId === undefined) {
        const { holders: total } = await registerTotals(db, ctx.memory, issuer, today);
        const holders = page.start < total ? await holderPage(db, ctx.memory, issuer, today, page) : [];
        return { holders, total };
      }
      const customerId = given.CustomerShareholderId;
      const id = given.SystemShareholderId === undefined ? undefined : BigInt(given.SystemShareholderId);
      const found = await holdersWithShares(db, issuer.id, today, { customerId, id });
      // Two ids that name different holders are a mistake in the request, so 400 and not an empty list.
      if (
        found.some(({ holder }) => holder.customerId !== (customerId ?? holder.customerId)) ||
        found.some(({ holder }) => holder.id !== (id ?? holder.id))
      )
        throw badField('SystemShareholderId', 'must name the same account as CustomerShareholderId');
      return { holders: page.start === 0 ? found : [], total: BigInt(found.length) };
    }
  });
}

function person({ holder, email }: PagedHolder) {
  return {
    shareholderCustomerId: holder.customerId,
    shareholderControlId: holder.id,
    shareholderName: holder.name,
    shareholderEmail: email,
    shareholderType: accountTypeText(holder.accountType),
    shareholderTypeEnum: holder.accountType,
  };
}

function holdings(classes: readonly SecurityClass[], certificates: readonly LiveCertificate[]) {
  const byClass = Map.groupBy(certificates, (certificate) => certificate.classId);
  return classes.flatMap((each) => {
    const held = byClass.get(each.id);
    if (!held) return [];
    const total = held.reduce((sum, certificate) => sum + certificate.shares, 0n);
    return {
      securityTypeId: each.id,
      securityType: each.name,
      totalShares: total,
      totalValue: faceValue(each, total),
      certificates: held.map((certificate) => ({
        controlCertificateId: certificate.id,
        customerCertificateId: certificate.customerId,
        certificateNumber: certificate.number.toString(),
        shares: certificate.shares,
        value: faceValue(each, certificate.shares),
        issuedDate: certificate.issuedOn,
        issuanceTransactionId: certificate.issuedTxn,
      })),
    };
  });
}
