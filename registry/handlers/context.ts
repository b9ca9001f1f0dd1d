import type { Pool } from 'pg';
import type { Caller } from '../access/clients.ts';
import type { Clock } from '../clock.ts';
import type { ReportDesk } from '../files/desk.ts';
import type { RegisterMemory } from '../queries/memory.ts';

/** What every handler gets besides its input. */
export type Context = {
  pool: Pool;
  clock: Clock;
  caller: Caller;
  memory: RegisterMemory;
  reports: ReportDesk;
  /** {base_url} of links, without a trailing slash. */
  baseUrl: string;
};
