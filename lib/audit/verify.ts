// Recomputes the hashes of the audit trail and finds where it was changed.

import 'server-only';
import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Head, StoredCheckpoint } from './checkpoints.ts';

/** Where a trail stopped being valid. `seq` is the first entry that does not fit, or the first one missing. */
export type TrailError = {
  kind: 'changed' | 'missing' | 'moved' | 'cut' | 'head' | 'seal';
  seq: bigint;
  /** The line of a checkpoint file that shows it. */
  line?: number;
};

/** The result of checking the whole trail. */
export type Proof = {
  entries: number;
  /**
   * Number and hash of the last entry. Saved outside the store, it later shows whether any entry up to it was
   * removed.
   */
  checkpoint: string;
  fault: TrailError | null;
};

type Row = { seq: bigint; prev: string; hash: string; text: string };

const pageRows = 5_000;
const origin = '00'.repeat(32);

type Noted = Head & Partial<Pick<StoredCheckpoint, 'line'>>;

/** Entry number and hash as one word: `1042:9f…`. */
const checkpointText = (seq: bigint, hash: string) => `${seq}:${hash}`;

/** The current checkpoint, for an exported file; not verified. */
export async function currentCheckpoint(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ seq: bigint; hash: string }>(
    `select seq, encode(hash, 'hex') as hash from audit_head`,
  );
  return rows[0] ? checkpointText(rows[0].seq, rows[0].hash) : 'none';
}

/** Parses a checkpoint; null when the text is none. */
export function parseCheckpoint(text: string): Head | null {
  const match = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text.trim().toLowerCase());
  return match?.[1] && match[2] ? { seq: BigInt(match[1]), hash: match[2] } : null;
}

/**
 * Recomputes every hash outside the database and compares it with its row, its neighbor and the head. Uses one
 * snapshot, so entries may be added meanwhile. `saved` are earlier checkpoints: they detect a tail
 * removed together with the head, and a rewritten chain (docs/decisions/audit.md). Read-only; memory grows only
 * with these.
 */
export async function verifyTrail(
  pool: Pool,
  saved: string | readonly StoredCheckpoint[] | null = null,
): Promise<Proof> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const one = typeof saved === 'string' ? parseCheckpoint(saved) : null;
    const proof = await walk(client, typeof saved === 'string' ? (one ? [one] : []) : (saved ?? []));
    await client.query('commit');
    return proof;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function walk(client: PoolClient, noted: readonly Noted[]): Promise<Proof> {
  const bySeq = Map.groupBy(noted, ({ seq }) => seq);
  let last = { seq: 0n, hash: origin };
  let entries = 0;
  let error: TrailError | null = null;
  for (let rows = await page(client, 0n); rows.length > 0 && !error; rows = await page(client, last.seq)) {
    for (const row of rows) {
      error = misfit(row, last) ?? unlike(row, bySeq.get(row.seq));
      if (error) break;
      last = { seq: row.seq, hash: row.hash };
      entries += 1;
    }
  }
  error ??= await misfitAtEnd(client, last, noted);
  return { entries, checkpoint: checkpointText(last.seq, last.hash), fault: error };
}

/** Reports an entry that differs from the one in a saved checkpoint. */
function unlike({ seq, hash }: Row, noted: readonly Noted[] = []): TrailError | null {
  const other = noted.find((one) => one.hash !== hash);
  return other ? { kind: 'seal', seq, ...lineOf(other) } : null;
}

const lineOf = ({ line }: Noted) => (line === undefined ? {} : { line });

/** The hashed text is written out here, because the database's own function could have been replaced. */
async function page(client: PoolClient, after: bigint): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `select seq, encode(prev_hash, 'hex') as prev, encode(hash, 'hex') as hash,
       (jsonb_build_array(seq, extract(epoch from at), request_id, actor, action, outcome, endpoint, issuer, object,
          address, detail)
        || case when num_nonnulls(effective_date, before, after) = 0 then '[]'::jsonb
             else jsonb_build_array(effective_date, before, after) end)::text as text
     from audit where seq > $1 order by seq limit ${pageRows}`,
    [after],
  );
  return rows;
}

function misfit(row: Row, last: { seq: bigint; hash: string }): TrailError | null {
  if (row.seq !== last.seq + 1n) return { kind: 'missing', seq: last.seq + 1n };
  const hash = createHash('sha256').update(Buffer.from(row.prev, 'hex')).update(row.text).digest('hex');
  if (hash !== row.hash) return { kind: 'changed', seq: row.seq };
  // The entry's own hash is right but it does not follow the previous entry: it was moved or copied here.
  return row.prev === last.hash ? null : { kind: 'moved', seq: row.seq };
}

async function misfitAtEnd(
  client: PoolClient,
  last: { seq: bigint; hash: string },
  noted: readonly Noted[],
): Promise<TrailError | null> {
  const { rows } = await client.query<{ seq: bigint; hash: string }>(
    `select seq, encode(hash, 'hex') as hash from audit_head`,
  );
  const head = rows[0];
  const later = noted.find(({ seq }) => seq > last.seq);
  if (!head) return { kind: 'head', seq: last.seq };
  if (head.seq > last.seq) return { kind: 'cut', seq: last.seq + 1n };
  if (head.seq !== last.seq || head.hash !== last.hash) return { kind: 'head', seq: head.seq };
  return later ? { kind: 'cut', seq: last.seq + 1n, ...lineOf(later) } : null;
}

/** The result as text. */
export function proofText({ entries, fault: error }: Proof): string {
  if (!error) return `All ${entries.toLocaleString('en-US')} entries verified.`;
  const at = `entry ${error.seq}`;
  const by = error.line === undefined ? '' : ` Line ${error.line} of the checkpoint file shows it.`;
  const texts: Record<TrailError['kind'], string> = {
    changed: `Verification failed: ${at} was changed after it was written.`,
    missing: `Verification failed: ${at} is missing.`,
    moved: `Verification failed: ${at} does not follow the one before it.`,
    cut: `Verification failed: the end of the trail is cut off, ${at} and what came after it are gone.`,
    head: `Verification failed: the last entry differs from its record at ${at}.`,
    seal: `Verification failed: ${at} differs from the checkpoint.`,
  };
  return texts[error.kind] + by;
}
