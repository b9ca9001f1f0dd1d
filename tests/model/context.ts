// Context with which the model tests call the registry's handlers.

import type { Caller } from '#registry/access/clients';
import { createSemaphore } from '#registry/http/semaphore';
import type { Context } from '#registry/operations/parts/context';
import type { Row } from './list.ts';
import type { ModelRun } from './model-run.ts';
import { approvalOn, isManualOn } from './naive/items.ts';

/** The client of these issuers, or of all. */
const clientOf = (issuers: Row[] | undefined): Caller => ({
  ...{ clientId: 'model', canWrite: true, isAgent: true, isNarrowed: false },
  issuers: issuers ? new Set(issuers.map((one) => one.customerIssuerId)) : 'all',
});

/** The handler context on the run's own day; in the evening the UTC day is the next one. */
export function contextOf({ pool, writers, memory, today, evening }: ModelRun, issuers?: Row[]): Context {
  const now = new Date(`${today}T17:00:00Z`);
  if (evening === today) now.setUTCHours(17 + 8);
  const clock = {
    timeZone: 'America/New_York',
    now: () => new Date(now),
    today: () => today,
    stamp: () => `${today}T12:00:00-05:00`,
  };
  // No test here requests a file or its seal, or brings in a register.
  const reports = undefined as never;
  const signingKey = undefined as never;
  const registers = undefined as never;
  const work = { approval: approvalOn(today), cutoff: '16:00' };
  const issuanceMode = isManualOn(today) ? ('manual' as const) : ('auto' as const);
  const at = { issuanceMode, work, baseUrl: 'http://registry.example', dashboardUrl: undefined };
  const actingUser = '';
  const reader = { gone: new AbortController().signal, longLists: createSemaphore(1) };
  const files = { reports, signingKey, registers };
  return { pool, writers, memory, clock, caller: clientOf(issuers), actingUser, ...files, ...reader, ...at };
}
