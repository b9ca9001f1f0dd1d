import 'server-only';
import type { Pool } from 'pg';
import { isTaxIdName, maskInText, maskTaxId } from '../access/mask.ts';
import { openRefusals, type Refusals } from './refusals.ts';

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
  /** Calendar date on which it takes effect in the register, or as of which it was asked; yyyy-mm-dd. */
  effectiveDate?: string | null;
  /** Values that the action changes, by field name, as they were and as they are now. */
  before?: Values | null;
  after?: Values | null;
};

type Values = Readonly<Record<string, string | number | boolean | null>>;

export type Audit = {
  /**
   * Writes an entry at once and resolves when it is on disk; rejects when the store refuses it. What came without a
   * session and is about no account is counted instead (`refusals`).
   */
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
export function openAudit(pool: Pool): Audit & { refusals: Refusals } {
  let waiting: { row: object; done: () => void; failed: (error: unknown) => void }[] = [];
  let writing = false;
  let timer: NodeJS.Timeout | undefined;
  const refusals = openRefusals(pool);

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
    refusals,
    record(entry) {
      if (refusals.takes(entry)) return refusals.count(entry);
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
    detail: plainValues(entry.detail) ?? {},
    effective_date: dateIn(entry.effectiveDate),
    before: plainValues(entry.before),
    after: plainValues(entry.after),
  };
}

const textMax = 500;

/** PostgreSQL text holds no NUL, a log line no control characters (assurance B-018, B-110), the trail no tax id. */
function plain<T>(value: T): T | string | null {
  if (typeof value !== 'string') return value ?? null;
  return maskInText(value.replace(/\p{Cc}|\p{Cs}/gu, '?')).slice(0, textMax);
}

function plainValues(values: Values | null | undefined): Values | null {
  if (!values) return null;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isTaxIdName(name) && (typeof value === 'string' || typeof value === 'number')
        ? maskTaxId(String(value))
        : plain(value),
    ]),
  );
}

/** A value that is no date says nothing about the day; the entry must not fail for it. */
function dateIn(value: string | null | undefined): string | null {
  const day = value?.slice(0, 10) ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : null;
}
