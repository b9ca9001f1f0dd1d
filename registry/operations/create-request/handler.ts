import type { PoolClient } from 'pg';
import { type IssuerRequest, partOfRequest, type RequestKind } from '#lib/contract/agent/request';
import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { badField } from '#registry/http/http-error';
import { enterItem } from '#registry/items/enter';
import { contentOf } from '#registry/items/requests/request-content';
import type { Context } from '../parts/context.ts';
import { clientRequester } from '../parts/items/client-requester.ts';
import { requestDetail } from '../parts/items/issuer-request-response.ts';
import { issuerInScope } from '../parts/request/scope.ts';
import { writing } from '../parts/request/write.ts';

/** An officer of an issuer asks for something: an item is logged, received now. */
export async function createRequest(
  ctx: Context,
  input: RequestFor<'CreateRequest'>,
): Promise<ExactResponseFor<'CreateRequest'>> {
  const { kind, text, issuance, holderList, contactChange } = input;
  const request: IssuerRequest = { kind, text, issuance, holderList, contactChange };
  refuseOtherParts(request);
  refuseDays(request, ctx.clock.today());
  const asked = clientRequester(ctx, input.actor);
  const given = { timeZone: ctx.clock.timeZone, cutoff: ctx.work.cutoff };
  return writing(ctx, 'CreateRequest', input, { issuerId: 'customerIssuerId' }, async (tx) => {
    const issuer = await issuerInScope(tx, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const holderId = await knownHolder(tx, issuer.id, request);
    const content = contentOf({ request, by: asked.actor, receivedAt: asked.now, holderId });
    const item = await enterItem(tx, issuer.id, content, asked, given, request);
    return requestDetail(tx, issuer.id, item.id);
  });
}

/** Throws 400 unless exactly the part of its kind is given, and whole. */
function refuseOtherParts(request: IssuerRequest): void {
  for (const kind of Object.keys(partOfRequest) as RequestKind[]) {
    const part = partOfRequest[kind];
    if (kind === request.kind && !request[part]) throw badField(part, 'is required for this request');
    if (kind !== request.kind && request[part]) throw badField(part, 'does not belong to this request');
  }
  const { issuance } = request;
  if (!issuance) return;
  const { customerShareholderId, holderName, address } = issuance;
  if (customerShareholderId && (holderName || address))
    throw badField('issuance.customerShareholderId', 'must be left out for a new holder');
  if (customerShareholderId) return;
  if (!holderName?.trim()) throw badField('issuance.holderName', 'is required for a new holder');
  if (!address) throw badField('issuance.address', 'is required for a new holder');
}

/** Throws 400 for days that cannot be kept. */
function refuseDays({ holderList, contactChange }: IssuerRequest, today: string): void {
  if (holderList && holderList.neededBy < today)
    throw badField('holderList.neededBy', 'must not be in the past');
  if (holderList?.meetingDate && holderList.meetingDate < holderList.recordDate)
    throw badField('holderList.meetingDate', 'must not be before the record date');
  if (holderList && holderList.neededBy < holderList.recordDate)
    throw badField('holderList.neededBy', 'must not be before the record date');
  if (contactChange?.action === 'Add' && !contactChange.title?.trim())
    throw badField('contactChange.title', 'is required for a new contact');
}

/** The account that the shares go to, null for a new one. Throws 400 for a class or holder that the issuer does not have. */
async function knownHolder(
  tx: PoolClient,
  issuerId: bigint,
  { issuance }: IssuerRequest,
): Promise<bigint | null> {
  if (!issuance) return null;
  const { securityTypeId, customerShareholderId } = issuance;
  const { rows } = await tx.query<{ has_class: boolean; holder: bigint | null }>(
    `select exists (select 1 from security_class where issuer_id = $1 and id = $2) as has_class,
            (select a.holder_id from account a join holder h on h.id = a.holder_id
              where a.issuer_id = $1 and h.customer_id = $3) as holder`,
    [issuerId, securityTypeId, customerShareholderId ?? null],
  );
  if (!rows[0]?.has_class) throw badField('issuance.securityTypeId', 'must be a class of the issuer');
  const { holder } = rows[0];
  if (customerShareholderId && holder === null)
    throw badField('issuance.customerShareholderId', 'must be an account of the issuer');
  return holder;
}
