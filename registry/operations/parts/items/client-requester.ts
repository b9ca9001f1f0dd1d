import type { Actor } from '#registry/items/item';
import type { Requester } from '#registry/items/try-content';
import type { Context } from '../context.ts';

/** The Requester of a call of an API client, in the name of an actor. */
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
