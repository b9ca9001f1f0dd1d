// Route handler that tells which items other users have open.

import 'server-only';
import { can } from '../access/can.ts';
import { coversIssuer } from '../access/decide.ts';
import { ApiError } from '../api/error.ts';
import { json } from '../api/respond.ts';
import type { OpenItem } from '../presence/viewers.ts';
import { answerUser } from './answer-user.ts';
import type { GatewayContext } from './gateway-context.ts';
import { invalid, readBody, rejectForeign } from './request.ts';

const windowForm = /^[\w-]{8,64}$/;

/**
 * POST /api/presence `{ window, open: { customerIssuerId, itemId } | null }`: the item that a window of the user has
 * open, answered with those that other users have open. Only users who work on items take part; for others it does
 * not exist. Looking at an item is in the audit trail by its own read, so this leaves no entry. Never throws.
 */
export function handlePresence(request: Request, context: GatewayContext): Promise<Response> {
  return answerUser(request, context, null, async ({ user, requestId }) => {
    if (!can(user, 'UpdateItem')) throw new ApiError('not_found');
    rejectForeign(request, context.publicUrl);
    const { window, open, ...others } = ((await readBody(request)) ?? {}) as Record<string, unknown>;
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw invalid({ [unknown]: ['Unknown field.'] });
    if (typeof window !== 'string' || !windowForm.test(window))
      throw invalid({ window: ['This must be 8 to 64 letters, digits or hyphens.'] });
    const item = open === null ? null : readItem(open);
    if (item && !coversIssuer(user, item.customerIssuerId)) throw new ApiError('not_found');
    const leave = context.limits.enter(user.id, 'read');
    try {
      await context.viewers.see(user.id, window, item);
      return json(
        { viewers: await context.viewers.others(user.id, user.issuers) },
        { requestId, secure: false },
      );
    } finally {
      leave();
    }
  });
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

function readItem(given: unknown): OpenItem {
  const { customerIssuerId, itemId } = (given ?? {}) as Record<string, unknown>;
  if (!isId(customerIssuerId) || !isId(itemId))
    throw invalid({ open: ['This must name an issuer and an item, or be null.'] });
  return { customerIssuerId, itemId };
}
