import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { classesOf } from '#registry/queries/classes';
import { registrationsById } from '#registry/queries/facts/registrations';
import { certificatesOf, holderPage } from '#registry/queries/holdings';
import { registerTotals } from '#registry/queries/totals';
import type { Context } from '../parts/context.ts';
import { accountTypeText } from '../parts/display-text.ts';
import { checkBooksFrom, cutoffOrToday, issuerInScope } from '../parts/request/scope.ts';
import { addressObject } from '../parts/response/display.ts';

/** Holders with outstanding shares at the close of a day, by sort name, with their shares of each class. */
export async function getHoldersAsOf(
  ctx: Context,
  input: RequestFor<'GetHoldersAsOf'>,
): Promise<ExactResponseFor<'GetHoldersAsOf'>> {
  const day = cutoffOrToday(ctx.clock, 'cutoff', input.cutoff);
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    checkBooksFrom(issuer, 'cutoff', day);
    const { holders: total } = await registerTotals(db, ctx.memory, issuer, day);
    const page = { start: input.start, rows: input.numberOfRows };
    const holders = page.start < total ? await holderPage(db, ctx.memory, issuer, day, page) : [];
    const ids = holders.map(({ holder }) => holder.id);
    const classes = await classesOf(db, issuer.id, day);
    const registrations = await registrationsById(db, ids);
    const held = Map.groupBy(await certificatesOf(db, issuer.id, day, ids), ({ holderId }) => holderId);
    return {
      totalRecords: total,
      shareholders: holders.map(({ holder }) => {
        const found = registrations.get(holder.id);
        const byClass = Map.groupBy(held.get(holder.id) ?? [], ({ classId }) => classId);
        const address = (row: Parameters<typeof addressObject>[0]) => row && addressObject(row);
        return {
          customerShareholderId: holder.customerId,
          systemShareholderId: holder.id,
          name: found?.name ?? '',
          name2: found?.name2 ?? '',
          name3: found?.name3 ?? '',
          sortName: holder.sortName,
          type: accountTypeText(holder.accountType),
          typeEnum: holder.accountType,
          primaryAddress: address(found?.primary_address ?? null),
          mailingAddress: address(found?.mailing_address ?? null),
          securities: classes.flatMap(({ id, name }) => {
            const certificates = byClass.get(id);
            if (!certificates) return [];
            const shares = certificates.reduce((sum, each) => sum + each.shares, 0n);
            return { securityTypeId: id, security: name, shares, certificates: certificates.length };
          }),
        };
      }),
    };
  });
}
