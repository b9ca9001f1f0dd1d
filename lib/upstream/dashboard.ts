import 'server-only';
import type { Person } from '../access/roles.ts';
import type { Audit } from '../audit/audit.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Runs } from '../runs/runs.ts';
import type { Limits } from './limits.ts';
import type { Upstream } from './upstream.ts';

/** Everything the gateway works with; tests hand in their own. */
export type Dashboard = {
  upstream: Upstream;
  audit: Audit;
  runs: Runs;
  outbox: Outbox;
  limits: Limits;
  /** Origin of the dashboard as people see it. */
  publicUrl: string;
  /** Keys the digest of idempotency ids (ruling 7). */
  secret: string;
  /** Secrets of before, while a rotation lasts: what they made is still taken (assurance S-24). */
  formerSecrets: readonly string[];
  personOf(headers: Headers): Promise<Person | null>;
  /** The same person in the same session, with the rights of this moment; null when either has ended. */
  personNow(person: Person): Promise<Person | null>;
  addressOf(headers: Headers): string | null;
  /** Work that may outlive the answer. */
  defer(work: Promise<unknown>): void;
};
