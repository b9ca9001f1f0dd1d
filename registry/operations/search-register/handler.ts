import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { inSnapshot } from '#registry/db/session';
import { classesOf } from '#registry/queries/classes';
import { findHolders } from '#registry/queries/search/holders';
import { findCertificates, findTransactions, typedNumber } from '#registry/queries/search/numbers';
import type { Context } from '../parts/context.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { classNamed } from '../parts/response/class-named.ts';
import { heldCertificate } from '../parts/response/held-certificate.ts';
import { statusTransaction } from '../parts/response/status-transaction.ts';

/** Today's holders by name or id, certificates and transactions by number; the first of each. */
export async function searchRegister(
  ctx: Context,
  input: RequestFor<'SearchRegister'>,
): Promise<ExactResponseFor<'SearchRegister'>> {
  const day = ctx.clock.today();
  const { text, numberOfRows: limit } = input;
  return inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const holders = await findHolders(db, { issuerId: issuer.id, day, text, limit: limit + 1 });
    const typed = typedNumber(text);
    const search = typed && { issuerId: issuer.id, day, typed, limit };
    const ofId = classNamed(await classesOf(db, issuer.id, day));
    return {
      holders: holders.slice(0, limit).map((holder) => ({
        customerShareholderId: holder.customerId,
        systemShareholderId: holder.id,
        name: holder.name,
        sortName: holder.sortName,
      })),
      hasMoreHolders: holders.length > limit,
      certificates: search ? (await findCertificates(db, search)).map(heldCertificate(ofId, day)) : [],
      transactions: search ? (await findTransactions(db, search)).map(statusTransaction) : [],
    };
  });
}
