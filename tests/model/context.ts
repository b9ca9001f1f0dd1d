import type { Caller } from '../../registry/access/clients.ts';
import type { Context } from '../../registry/handlers/context.ts';
import type { Issuer } from './shapes.ts';
import type { World } from './world.ts';

export const unrestricted: Caller = { clientId: 'model', canWrite: true, issuers: 'all' };
export const bound = (...issuers: Issuer[]): Caller => ({
  ...{ clientId: 'model', canWrite: true },
  issuers: new Set(issuers.map((one) => one.key)),
});

/** The context of a handler on the world's own day; in the evening the UTC day is the next one. */
export function contextOf({ pool, writers, memory, today, evening }: World, caller: Caller): Context {
  const now = new Date(`${today}T17:00:00Z`);
  if (evening === today) now.setUTCHours(17 + 8);
  const clock = { now: () => new Date(now), today: () => today, stamp: () => `${today}T12:00:00-05:00` };
  // Nothing here orders a file.
  const reports = undefined as never;
  const at = { issuanceMode: 'auto', baseUrl: 'http://registry.example' } as const;
  return { pool, writers, memory, clock, caller, reports, ...at };
}
