import 'server-only';
import type { Pool } from 'pg';

/** Outcome of an audited action: an error code of the dashboard, or one of these. */
export type Outcome = 'ok' | 'refused' | 'failed';

/** One line of the trail: who, what, on what, with what result. Never tax ids, passwords, tokens or addresses of files. */
export type AuditEntry = {
  requestId: string;
  actor: string | null;
  action: string;
  outcome: Outcome;
  endpoint?: string | null;
  issuer?: number | null;
  object?: string | null;
  address?: string | null;
  detail?: Record<string, string | number | boolean | null>;
};

export type Audit = {
  /** Writes an entry at once and resolves when it is on disk; rejects when the store refuses it. */
  record(entry: AuditEntry): Promise<void>;
  /** The same, in company: entries of reads wait up to a tenth of a second for each other. */
  note(entry: AuditEntry): Promise<void>;
};

const batchMax = 500;
const noteMs = 100;

/**
 * The audit trail of a store. Entries of the same moment travel in one round trip; the database links each to the one
 * before by a hash, so a row changed, removed or moved shows (assurance S-22).
 */
export function openAudit(pool: Pool): Audit {
  let waiting: { row: object; done: () => void; failed: (error: unknown) => void }[] = [];
  let writing = false;
  let timer: NodeJS.Timeout | undefined;

  async function drain(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (writing) return;
    writing = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchMax);
      waiting = waiting.slice(batchMax);
      try {
        await pool.query({
          name: 'audit-append',
          text: 'select audit_append($1::jsonb)',
          values: [JSON.stringify(batch.map(({ row }) => row))],
        });
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    writing = false;
  }

  const queue = (entry: AuditEntry) =>
    new Promise<void>((done, failed) => {
      waiting.push({ row: rowOf(entry), done, failed });
    });

  return {
    record(entry) {
      const written = queue(entry);
      void drain();
      return written;
    },
    note(entry) {
      timer ??= setTimeout(drain, noteMs);
      return queue(entry);
    },
  };
}

function rowOf(entry: AuditEntry): object {
  return {
    at: new Date().toISOString(),
    request_id: entry.requestId,
    actor: entry.actor,
    action: entry.action,
    outcome: entry.outcome,
    endpoint: entry.endpoint ?? null,
    issuer: entry.issuer ?? null,
    object: plain(entry.object),
    address: plain(entry.address),
    detail: Object.fromEntries(Object.entries(entry.detail ?? {}).map(([key, value]) => [key, plain(value)])),
  };
}

/** PostgreSQL text holds no NUL, and a log line no control characters (assurance B-018, B-110). */
function plain<T>(value: T): T | string | null {
  if (typeof value !== 'string') return value ?? null;
  return value.replace(/\p{Cc}|\p{Cs}/gu, '?').slice(0, 500);
}

/** Sequence number of the first entry that does not fit its neighbours, or null when the chain is whole. */
export async function findBreak(pool: Pool): Promise<bigint | null> {
  const { rows } = await pool.query<{ seq: bigint }>(
    `with linked as (
       select a.seq, a.hash = audit_digest(a) as true_to_itself,
         a.prev_hash = coalesce(lag(a.hash) over w, decode(repeat('00', 32), 'hex')) as follows,
         a.seq = coalesce(lag(a.seq) over w, 0) + 1 as counts
       from audit a window w as (order by a.seq))
     select seq from linked where not (true_to_itself and follows and counts)
     union all
     select h.seq from audit_head h where h.seq <> (select coalesce(max(seq), 0) from audit)
     order by seq limit 1`,
  );
  return rows[0]?.seq ?? null;
}
