import 'server-only';
import type { User } from '../access/roles.ts';
import type { Audit } from '../audit/audit.ts';
import type { Drafts } from '../drafts/drafts.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Viewers } from '../presence/viewers.ts';
import type { Runs } from '../runs/runs.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Limits } from './limits.ts';

/** Everything the gateway depends on; tests pass their own. */
export type GatewayContext = {
  upstream: Upstream;
  audit: Audit;
  runs: Runs;
  outbox: Outbox;
  drafts: Drafts;
  viewers: Viewers;
  limits: Limits;
  /** Origin of the dashboard as users see it. */
  publicUrl: string;
  /** HMAC key for idempotency IDs: the ID sent upstream is derived from user, operation and the caller's ID. */
  secret: string;
  /** Previous secrets, accepted during a rotation. */
  formerSecrets: readonly string[];
  userOf(headers: Headers): Promise<User | null>;
  /** The user in the same session, with current rights; null when either has ended. */
  reloadUser(user: User): Promise<User | null>;
  /** A user with current rights and without a session; null when the account may not be used. */
  userById(id: string): Promise<User | null>;
  addressOf(headers: Headers): string | null;
  /** Runs work that may outlive the response. */
  defer(work: Promise<unknown>): void;
};

/** What audit entries of a request are written with. */
export type AuditContext = Pick<GatewayContext, 'addressOf' | 'audit' | 'publicUrl'>;
