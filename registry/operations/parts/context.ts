import type { Pool } from 'pg';
import type { Caller } from '#registry/access/clients';
import type { Clock } from '#registry/clock';
import type { ReportStore } from '#registry/files/report-store';
import type { Semaphore } from '#registry/http/semaphore';
import type { RegisterFolder } from '#registry/import/files/register-folder';
import type { RegisterRunner } from '#registry/import/work/runner';
import type { WorkSettings } from '#registry/items/approval/approval-rule';
import type { RegisterMemory } from '#registry/queries/memory';
import type { SigningKeyFile } from '#registry/sealing/signing-key';

/** What every handler receives besides its input. */
export type Context = {
  pool: Pool;
  /** A separate pipelined pool for writers: many writers waiting for one issuer must not block readers. */
  writers: Pool;
  clock: Clock;
  /** auto: an issuance is completed once it may be. manual: it stays Pending until the agent completes it. */
  issuanceMode: 'auto' | 'manual';
  work: WorkSettings;
  caller: Caller;
  /** The user for whom the client says it asks; '' where it does not say. */
  actingUser: string;
  /** Aborted when the reader's connection closes, whether or not the response was complete. */
  gone: AbortSignal;
  /** Limits how many very long lists are sent at once. */
  longLists: Semaphore;
  memory: RegisterMemory;
  reports: ReportStore;
  /** Where the key is that seals files. */
  signingKey: SigningKeyFile;
  /** Files of registers that are brought in, and the work on them. */
  registers: {
    folder: RegisterFolder;
    runner: Pick<RegisterRunner, 'look' | 'reserve'>;
    /** Whether registries on this machine may be pulled. */
    pullFromLoopback: boolean;
  };
  /** {base_url} of links, without a trailing slash. */
  baseUrl: string;
  /** Where users reach the dashboard, without a trailing slash; undefined: files have no links to its pages. */
  dashboardUrl: string | undefined;
};
