// Database rows of the stored verdicts on month ends.

import 'server-only';
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { type Figure, figuresOf } from '../proof/figures.ts';
import type { Verdict, VerdictKind } from '../proof/verdict.ts';

/** A verdict on the end of a month as it was first read; `readAt` is an instant, `end` a calendar date. */
export type StoredVerdict = {
  end: string;
  kind: VerdictKind;
  label: string;
  sentence: string;
  /** Version of the books; null where the registry gives none. */
  version: string | null;
  digest: string;
  figures: Figure[];
  readAt: string;
};

type Row = Omit<StoredVerdict, 'readAt'> & { readAt: Date };

const columns = `to_char(month_end, 'YYYY-MM-DD') as "end", kind, label, sentence, version::text as version, digest, figures,
  read_at as "readAt"`;
const shown = (row: Row): StoredVerdict => ({ ...row, readAt: new Date(row.readAt).toISOString() });

/** A reading as it is stored. */
export function storable(
  verdict: Verdict,
  { version, readAt }: { version: string | null; readAt: string },
): StoredVerdict {
  const figures = figuresOf(verdict);
  const digest = createHash('sha256').update(JSON.stringify(figures)).digest('hex');
  const { date: end, kind, label, sentence } = verdict;
  return { end, kind, label, sentence, version, digest, figures, readAt };
}

/** What was stored of an issuer's month ends before a day, the latest first. */
export async function storedMonthEnds(
  pool: Pool,
  issuer: number,
  before: string,
  max: number,
): Promise<StoredVerdict[]> {
  const { rows } = await pool.query<Row>(
    `select ${columns} from month_end_verdict where issuer = $1 and month_end < $2 order by month_end desc limit $3`,
    [issuer, before, max],
  );
  return rows.map(shown);
}

/** Stores a reading unless one of that month end is stored already, and gives the stored one. */
export async function storeMonthEnd(
  pool: Pool,
  issuer: number,
  verdict: StoredVerdict,
): Promise<StoredVerdict> {
  const { end, kind, label, sentence, version, digest, figures, readAt } = verdict;
  await pool.query(
    `insert into month_end_verdict (issuer, month_end, kind, label, sentence, version, digest, figures, read_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (issuer, month_end) do nothing`,
    [issuer, end, kind, label, sentence, version, digest, JSON.stringify(figures), readAt],
  );
  const { rows } = await pool.query<Row>(
    `select ${columns} from month_end_verdict where issuer = $1 and month_end = $2`,
    [issuer, end],
  );
  const [row] = rows;
  if (!row) throw new Error('The verdict of the month end is gone.');
  return shown(row);
}
