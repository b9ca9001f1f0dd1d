import 'server-only';
import { coversIssuer, isFresh } from '../access/decide.ts';
import { rightsOf, type User } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import { json } from '../api/respond.ts';
import { callUpstream } from '../upstream/call.ts';
import { type Asked, answerUser } from './answer-user.ts';
import type { GatewayContext } from './gateway-context.ts';
import { readReason } from './reason.ts';
import { invalid, readBody, rejectForeign } from './request.ts';
import { proveObject } from './summaries/verify-ownership.ts';
import { readAccount } from './writes/precheck-write.ts';

const fieldNames = ['primaryTaxId', 'secondaryTaxId'] as const;
type FieldName = (typeof fieldNames)[number];

/** `none`: no such number on file. `masked`: the registry itself does not show it in full. */
export type Revealed = {
  customerShareholderId: string;
  field: FieldName;
  state: 'shown' | 'none' | 'masked';
  value: string | null;
  /** The page hides the number after this time. */
  hideAfterSeconds: number;
};

const hideAfterSeconds = 60;
const accountMax = 100;

/**
 * Answers POST /api/holders/<account>/tax-id/reveal with `{ issuer, field, reason }`: one tax ID of one holder
 * of one issuer. Checked before any call: role, age of the sign-in, input, issuer, rate. Returned only after
 * the audit entry with user, holder, field and reason is written; never cached. Never throws.
 */
export function handleReveal(request: Request, context: GatewayContext, account: string): Promise<Response> {
  const trail = { action: 'reveal', endpoint: 'GetShareholderDetails', discloses: true };
  return answerUser(request, context, trail, async (asked) =>
    json(await reveal(request, context, account, asked), { requestId: asked.requestId, secure: false }),
  );
}

async function reveal(
  request: Request,
  context: GatewayContext,
  account: string,
  { user, tell }: Asked,
): Promise<Revealed> {
  rejectForeign(request, context.publicUrl);
  if (!rightsOf(user).revealsTaxId) throw new ApiError('forbidden');
  const body = await readBody(request);
  // As in the gateway: users with granted issuers must name one.
  const named = (body as { issuer?: unknown } | null)?.issuer ?? '';
  if (named === '' && user.issuers !== 'all') throw new ApiError('forbidden');
  const { issuer, field, reason } = readRequested(body);
  if (account === '' || account.length > accountMax) throw new ApiError('not_found');
  tell({ issuer, object: account, detail: { field, reason } });
  if (!coversIssuer(user, issuer)) throw new ApiError('forbidden');
  if (!isFresh(user)) throw new ApiError('step_up_required');
  const leave = context.limits.enter(user.id, 'reveal');
  try {
    const record = await ownRecord(context, user, issuer, account);
    return { customerShareholderId: account, field, hideAfterSeconds, ...found(record[field]) };
  } finally {
    leave();
  }
}

type Requested = { issuer: number; field: FieldName; reason: string };

function readRequested(body: unknown): Requested {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid({ '': ['The body must be an object.'] });
  const { issuer, field, reason, ...others } = body as Record<string, unknown>;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) throw invalid({ [unknown]: ['Unknown field.'] });
  if (typeof issuer !== 'number' || !Number.isSafeInteger(issuer) || issuer < 1)
    throw invalid({ issuer: ['This must be the ID of an issuer.'] });
  const name = fieldNames.find((one) => one === field);
  if (!name) throw invalid({ field: [`This must be ${fieldNames.join(' or ')}.`] });
  return { issuer, field: name, reason: readReason(reason, 'reason') };
}

/**
 * The record of a holder of this issuer. Ownership is verified for users of all issuers as well, so that the
 * audit entry is correct.
 */
async function ownRecord(context: GatewayContext, user: User, issuer: number, account: string) {
  const bound = { ...user, issuers: [issuer] };
  await proveObject(
    bound,
    'GetShareholderDetails',
    { customerShareholderId: account },
    (id, input) => callUpstream(context.upstream, user.issuers, id, input),
    context.upstream.members,
  );
  const record = await readAccount(context, account, user.issuers);
  if (!record) throw new ApiError('not_found');
  return record;
}

function found(given: unknown): Pick<Revealed, 'state' | 'value'> {
  const value = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : '';
  if (value === '') return { state: 'none', value: null };
  // Not a full number: asterisks, x's or bullets replace what the registry hides.
  if (!/^[\dA-Za-z][\dA-Za-z .-]*$/.test(value) || /x{3}/i.test(value))
    return { state: 'masked', value: null };
  return { state: 'shown', value };
}
