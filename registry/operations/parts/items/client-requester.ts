import type { Actor } from '#registry/items/item';
import type { Requester } from '#registry/items/try-content';
import type { Context } from '../context.ts';

/** Who asks, and when, as the item functions take it. */
export function clientRequester({ caller, clock, work }: Context, actor: Actor): Requester {
  return {
    actor,
    clientId: caller.clientId,
    mayUseAnyHolder: caller.issuers === 'all',
    today: clock.today(),
    timeZone: clock.timeZone,
    cutoff: work.cutoff,
    now: clock.now().toISOString(),
  };
}

/** Of a read: nobody acts. */
export const nobody: Actor = { email: '', firstName: '', lastName: '' };
