import type { Pool } from 'pg';
import type { Caller } from '../access/clients.ts';
import type { Clock } from '../clock.ts';
import type { ReportDesk } from '../files/desk.ts';
import type { Places } from '../http/places.ts';
import type { RegisterMemory } from '../queries/memory.ts';

/** What every handler gets besides its input. */
export type Context = {
  pool: Pool;
  /** Connections of their own for writers, so that many waiting for one issuer never keep readers waiting; pipelined. */
  writers: Pool;
  clock: Clock;
  /** Whether an issuance that may be completed is, or waits for the agent. */
  issuanceMode: 'auto' | 'manual';
  caller: Caller;
  /** Aborted once the reader's connection is closed, whether or not it had everything. */
  gone: AbortSignal;
  /** For lists as long as a large register. */
  longLists: Places;
  memory: RegisterMemory;
  reports: ReportDesk;
  /** {base_url} of links, without a trailing slash. */
  baseUrl: string;
};
