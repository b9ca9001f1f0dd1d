import type { PoolClient } from 'pg';
import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { badField } from '#registry/http/http-error';
import { resolveDifference } from '#registry/ledger/record-differences';
import type { Context } from '../parts/context.ts';
import { openDifference } from '../parts/request/open-difference.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { writing } from '../parts/request/write.ts';

const fields = { differenceId: 'recordDifferenceId', issuerId: 'customerIssuerId' };

/** Resolves an open record difference in the name of the actor. */
export async function resolveRecordDifference(
  ctx: Context,
  input: RequestFor<'ResolveRecordDifference'>,
): Promise<ExactResponseFor<'ResolveRecordDifference'>> {
  const { recordDifferenceId, resolvedOn, resolution, version, actor } = input;
  const today = ctx.clock.today();
  if (resolvedOn > today) throw badField('resolvedOn', `must not be later than today, ${today}`);
  return writing(ctx, 'ResolveRecordDifference', input, fields, async (tx) => {
    const issuer = await issuerInScope(tx, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const differenceId = BigInt(recordDifferenceId);
    // Locked, so that of two requests the second sees the resolution of the first.
    const found = await openDifference(tx, issuer.id, differenceId);
    if (found.version !== version) throw badField('version', `must be the current version, ${found.version}`);
    if (resolvedOn < found.opened_on)
      throw badField('resolvedOn', `must not be before the day it was opened, ${found.opened_on}`);
    await resolveDifference(tx, {
      issuerId: issuer.id,
      differenceId,
      resolvedOn,
      resolution,
      resolvedBy: actor.email,
      kind: input.resolutionKind ?? '',
      txnId: input.transactionId ? await transactionOf(tx, issuer.id, input.transactionId) : null,
    });
    return { recordDifferenceId: differenceId, version: version + 1 };
  });
}

/** The id of a completed transaction by its number as the journal shows it: the customer's, else the registry's own. */
async function transactionOf(tx: PoolClient, issuerId: bigint, number: number): Promise<bigint> {
  const { rows } = await tx.query<{ id: bigint }>(
    `select id from txn where issuer_id = $1 and coalesce(customer_id, id) = $2 and status = 'Completed'`,
    [issuerId, number],
  );
  const id = rows[0]?.id;
  if (id === undefined)
    throw badField('transactionId', `${number} is no completed transaction of the issuer`);
  return id;
}
