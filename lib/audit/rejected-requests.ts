// Counts refused requests without a session, so that many make few audit entries.

import 'server-only';
import { randomUUID } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { sourceOf } from '../net/client-address.ts';
import { withTransaction } from '../postgres/pool.ts';
import type { AuditEntry } from './entry.ts';
import { actionGroups, rejectedRequests } from './entry-text.ts';

/** What was refused, as named in the details of the entry. */
export type RejectedRequestKind =
  | 'wrongSignIns'
  | 'throttledSignIns'
  | 'signInForms'
  | 'providerSignIns'
  | 'calls'
  | 'files'
  | 'writes'
  | 'taxIds'
  | 'auditTrail'
  | 'accounts'
  | 'others';

const signInForm = /^(sign-in-|sign-out$|invitation-use$|recovery-codes-kept$)/;

const kindOf = ({ action, detail, outcome }: AuditEntry): RejectedRequestKind => {
  // Redirecting to the provider is the only form without a session that does anything without being refused.
  if (action === 'sign-in-provider' && outcome === 'ok') return 'providerSignIns';
  if (detail?.code === 'throttled') return 'throttledSignIns';
  if (action === 'sign-in' || action === 'step-up') return 'wrongSignIns';
  if (signInForm.test(action)) return 'signInForms';
  if (action === 'call' || action === 'read') return 'calls';
  if (actionGroups.secrets?.includes(action)) return 'taxIds';
  if (/^(run|batch|report|link)/.test(action)) return 'files';
  if (action.startsWith('write')) return 'writes';
  if (action.startsWith('audit')) return 'auditTrail';
  return /^(account|password|session|second-factor)/.test(action) ? 'accounts' : 'others';
};

/**
 * A wrong password or an invitation form that names an existing account, or a wrong code for an existing link: the object
 * is then an ID of ours, not submitted text.
 */
const isAboutKnown = ({ action, object, detail }: AuditEntry) =>
  Boolean(object) &&
  detail?.code !== 'throttled' &&
  /^(sign-in|step-up|invitation-use|link-open|link-file)$/.test(action);

const minuteMs = 60_000;
/** A minute is written to the trail this long after its end, when no dashboard adds counts to it any more. */
const graceMs = 5_000;
const foldEveryMs = 5_000;
/** Sources counted separately per minute by one process; all others of that minute are counted together. */
export const sourcesMax = 1_000;
export const otherSources = 'other sources';
/** Entries about accounts, without a session, that one source may write individually per minute. */
export const ownEntriesMax = 60;

type Count = {
  minute: number;
  source: string;
  kind: RejectedRequestKind;
  count: number;
  first: number;
  last: number;
};

export type RejectedRequests = {
  /** Whether an entry is counted instead of being written individually. */
  takes(entry: AuditEntry): boolean;
  /** Counts an entry and resolves when the count is on disk; rejects when the store fails. */
  count(entry: AuditEntry): Promise<void>;
  /** Writes one entry per source and ended minute into the trail. Returns the number of entries. */
  fold(): Promise<number>;
  /** Starts folding regularly. */
  start(): void;
  /** Waits for pending counts and folds all of them, this minute included. */
  close(): Promise<void>;
};

/**
 * Counts requests without a session by source, kind and minute, so that a flood of them makes only a few rows.
 * The counts are on disk before the request is answered; concurrent counts share one statement.
 */
export function openRejectedRequests(pool: Pool, now: () => number = Date.now): RejectedRequests {
  let waiting = new Map<string, Count>();
  let written: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failing = false;
  /** For the present minute: the sources counted separately, and how many account entries each wrote. */
  let seen = { minute: 0, sources: new Map<string, number>() };

  const minuteOf = (at: number) => at - (at % minuteMs);

  /** The name under which requests of an address are counted now. */
  function sourceNow(address: string | null | undefined): string {
    const minute = minuteOf(now());
    if (seen.minute !== minute) seen = { minute, sources: new Map() };
    const source = sourceOf(address);
    if (seen.sources.has(source)) return source;
    if (seen.sources.size >= sourcesMax) return otherSources;
    seen.sources.set(source, 0);
    return source;
  }

  async function write(): Promise<void> {
    const counts = [...waiting.values()];
    waiting = new Map();
    next = undefined;
    const rows = counts.map(({ minute, first, last, ...row }) => ({
      ...row,
      minute: new Date(minute).toISOString(),
      first: new Date(first).toISOString(),
      last: new Date(last).toISOString(),
    }));
    await pool.query({ name: 'refusals-count', text: upsert, values: [JSON.stringify(rows)] });
  }

  return {
    takes(entry) {
      if (entry.actor !== null) return false;
      if (entry.outcome === 'ok') return signInForm.test(entry.action) && !isAboutKnown(entry);
      if (!isAboutKnown(entry)) return true;
      const source = sourceNow(entry.address);
      const own = seen.sources.get(source) ?? ownEntriesMax;
      if (own >= ownEntriesMax) return true;
      seen.sources.set(source, own + 1);
      return false;
    },
    count(entry) {
      const at = now();
      const [minute, source, kind] = [minuteOf(at), sourceNow(entry.address), kindOf(entry)];
      const key = JSON.stringify([minute, source, kind]);
      const known = waiting.get(key);
      if (known) {
        known.count += 1;
        known.last = at;
      } else waiting.set(key, { minute, source, kind, count: 1, first: at, last: at });
      // While one batch of counts is written, new ones are collected for the next statement.
      next ??= (written ?? Promise.resolve()).then(write, write);
      written = next;
      return written;
    },
    fold: () => foldUntil(pool, minuteOf(now() - graceMs)),
    start() {
      const fold = () =>
        this.fold().then(
          () => {
            failing = false;
          },
          (error: Error) => {
            if (!failing) console.error(JSON.stringify({ event: 'refusals-not-folded', error: error.name }));
            failing = true;
          },
        );
      timer ??= setInterval(fold, foldEveryMs).unref();
      void fold();
    },
    async close() {
      clearInterval(timer);
      await written?.catch(() => undefined);
      await foldUntil(pool, minuteOf(now()) + minuteMs);
    },
  };
}

// Ordered by key, so that two dashboards that count the same sources do not deadlock.
const upsert = `insert into refused_request as r (minute, source, kind, count, first_at, last_at)
  select c.minute, c.source, c.kind, c.count, c.first, c.last
    from jsonb_to_recordset($1::jsonb)
      as c (minute timestamptz, source text, kind text, count bigint, first timestamptz, last timestamptz)
   order by 1, 2, 3
  on conflict (minute, source, kind) do update set count = r.count + excluded.count,
    first_at = least(r.first_at, excluded.first_at), last_at = greatest(r.last_at, excluded.last_at)`;

type Row = { source: string; kind: RejectedRequestKind; count: bigint; first_at: string; last_at: string };

/** Folds every minute that began before `until` (milliseconds), each in its own transaction. */
async function foldUntil(pool: Pool, until: number): Promise<number> {
  let entries = 0;
  for (;;) {
    const { rows } = await pool.query<{ minute: string | null }>(
      'select min(minute) as minute from refused_request where minute < $1',
      [new Date(until)],
    );
    const minute = rows[0]?.minute;
    if (!minute) return entries;
    entries += await withTransaction(pool, (client) => foldMinute(client, minute));
  }
}

/**
 * Deleted and written in one transaction: a crash loses nothing, and several dashboards cannot write it twice.
 */
async function foldMinute(client: ClientBase, minute: string): Promise<number> {
  const { rows } = await client.query<Row>(
    'delete from refused_request where minute = $1 returning source, kind, count, first_at, last_at',
    [minute],
  );
  const bySource = Map.groupBy(rows, ({ source }) => source);
  const entries = [...bySource].map(([source, counts]) => entryOf(source, counts));
  if (entries.length > 0) await client.query('select audit_append($1::jsonb)', [JSON.stringify(entries)]);
  return entries.length;
}

function entryOf(source: string, counts: readonly Row[]): object {
  const rejected = counts.filter(({ kind }) => kind !== 'providerSignIns');
  const times = (name: 'first_at' | 'last_at') => counts.map((row) => row[name]).sort();
  return {
    at: new Date().toISOString(),
    request_id: randomUUID(),
    actor: null,
    action: rejectedRequests,
    outcome: rejected.length > 0 ? 'refused' : 'ok',
    address: source,
    detail: {
      count: rejected.reduce((sum, { count }) => sum + Number(count), 0),
      first: times('first_at')[0],
      last: times('last_at').at(-1),
      ...Object.fromEntries(counts.map(({ kind, count }) => [kind, Number(count)])),
    },
  };
}
