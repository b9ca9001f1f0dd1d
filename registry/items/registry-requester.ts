// The actor of steps that the registry takes by itself, such as a posting on its day.

import type { Actor } from './item.ts';
import type { Requester } from './try-content.ts';

type Clock = { timeZone: string; today(): string; now(): Date };

/** Who takes the steps that nobody asks for: a posting on its day, the log of an instruction. */
export const registryActor: Actor = { email: 'registry', firstName: 'Share', lastName: 'registry' };

export function registryRequester(clock: Clock, cutoff: string): Requester {
  return {
    actor: registryActor,
    clientId: 'registry',
    mayUseAnyHolder: true,
    today: clock.today(),
    timeZone: clock.timeZone,
    cutoff,
    now: clock.now().toISOString(),
  };
}
