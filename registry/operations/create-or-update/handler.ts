import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { HttpError, notFound } from '#registry/http/http-error';
import type { HolderTies } from '#registry/ledger/core/known-holders';
import { createOrUpdateHolder } from '#registry/ledger/holders/change-holder';
import { holderInput } from '#registry/ledger/holders/holder-input';
import type { Context } from '../parts/context.ts';
import { knows, writing } from '../parts/request/write.ts';

/** Creates a shareholder, or updates the one with the given id. */
export async function createOrUpdate(
  ctx: Context,
  input: RequestFor<'CreateOrUpdate'>,
): Promise<ExactResponseFor<'CreateOrUpdate'>> {
  const holder = holderInput(input, input);
  const requested = { clientId: ctx.caller.clientId, at: ctx.clock.now().toISOString() };
  return writing(ctx, 'CreateOrUpdate', input, {}, async (tx) => {
    const { action, id, customerId } = await createOrUpdateHolder(tx, holder, requested, (ties) =>
      mayChange(ctx, ties),
    );
    return { action, customerShareholderId: customerId, systemShareholderId: id };
  });
}

/**
 * A registration is shared by all its issuers. A client that sees only some of them must not change it for the
 * others.
 */
function mayChange(ctx: Context, ties: HolderTies): void {
  if (!knows(ctx, ties)) throw notFound('The shareholder');
  const { issuers } = ctx.caller;
  if (issuers !== 'all' && !ties.customerIssuerIds.every((id) => issuers.has(id))) {
    throw new HttpError(403, 'The shareholder has an account at an issuer this client has no access to.');
  }
}
