// Writes entries of the audit trail; concurrent ones share a round trip.

import type { AuditEntry, Values } from './entry.ts';
import 'server-only';
import type { Pool } from 'pg';
import { isTaxIdName, maskInText } from '../access/mask.ts';
import { maskTaxId } from '../contract/mask-tax-id.ts';
import { openRejectedRequests, type RejectedRequests } from './rejected-requests.ts';

export type Audit = {
  /**
   * Writes an entry at once and resolves when it is on disk; rejects when the store fails. Entries without a
   * session and without an account are counted instead (`rejections`).
   */
  record(entry: AuditEntry): Promise<void>;
  /** As `record`, but batched: entries of reads wait up to a tenth of a second for others. */
  note(entry: AuditEntry): Promise<void>;
};

const batchMax = 500;
const noteMs = 100;

/**
 * The audit trail of a store. Concurrent entries share one round trip. The database links each entry to the
 * previous one by a hash, so that a changed, removed or moved row is detected.
 */
export function openAudit(pool: Pool): Audit & { rejections: RejectedRequests } {
  let waiting: { row: object; done: () => void; failed: (error: unknown) => void }[] = [];
  let writing = false;
  let timer: NodeJS.Timeout | undefined;
  const rejections = openRejectedRequests(pool);

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
    rejections,
    record(entry) {
      if (rejections.takes(entry)) return rejections.count(entry);
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

/**
 * Removes NUL (PostgreSQL text cannot hold it) and control characters (unsafe in log lines), and masks tax IDs.
 */
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

/** A value that is not a date becomes null, so that the entry can still be written. */
function dateIn(value: string | null | undefined): string | null {
  const day = value?.slice(0, 10) ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : null;
}
