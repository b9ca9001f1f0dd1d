import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { badField } from '#registry/http/http-error';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
import {
  certificatesOf,
  holderPage,
  holdersWithShares,
  type LiveCertificate,
  type PagedHolder,
} from '#registry/queries/holdings';
import { registerTotals } from '#registry/queries/totals';
import type { Context } from '../parts/context.ts';
import { issuerOfQuery } from '../parts/request/scope.ts';
import { faceValue } from '../parts/response/display.ts';
import { person, rowsDefault } from '../parts/response/holder-person.ts';

/** Today's holders with their classes and outstanding certificates, by sort name, account. */
export async function getIssuerShareholderDetails(
  ctx: Context,
  input: RequestFor<'GetIssuerShareholderDetails'>,
): Promise<ExactResponseFor<'GetIssuerShareholderDetails'>> {
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
