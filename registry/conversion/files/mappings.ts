import { createHash } from 'node:crypto';
import { readJson, writeJson } from '#lib/contract/wire/json';
import type { Db } from '#registry/db/session';
import type { MappingOf } from '../check/check-register.ts';
import { headerKey } from '../read/header-key.ts';

/** What was decided about the unknown columns of a sheet; kept for each source, and for the same headers only. */
type Kept = {
  source: string;
  sheet: string;
  headers: readonly string[];
  columns: readonly { header: string; field: string | null }[];
  byEmail: string;
  at: string;
};

/** The same headers in another order are the same. */
const digestOf = (headers: readonly string[]): string =>
  createHash('sha256')
    .update(writeJson(headers.map(headerKey).sort()))
    .digest('hex');

export async function keepMapping(db: Db, { source, sheet, headers, columns, byEmail, at }: Kept) {
  const text = writeJson(columns.map(({ header, field }) => [headerKey(header), field]));
  await db.query(
    `insert into register_mapping (source, sheet, headers_sha256, columns, by_email, at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (source, sheet, headers_sha256) do update
       set columns = excluded.columns, by_email = excluded.by_email, at = excluded.at`,
    [source, sheet, digestOf(headers), text, byEmail, at],
  );
}

/** Reads what was decided before. */
export const mappingsFrom =
  (db: Db): MappingOf =>
  async (source, sheet, headers) => {
    const { rows } = await db.query<{ columns: string }>(
      'select columns from register_mapping where source = $1 and sheet = $2 and headers_sha256 = $3',
      [source, sheet, digestOf(headers)],
    );
    return rows[0] && new Map(readJson(rows[0].columns) as [string, string | null][]);
  };
