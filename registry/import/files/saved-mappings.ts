// Stores decisions about unknown columns and values, by source, sheet and headers.

import { createHash } from 'node:crypto';
import { readJson, writeJson } from '#lib/contract/wire/json';
import type { Db } from '#registry/db/session';
import type { MappingOf } from '../check/check-register.ts';
import { headerKey } from '../read/header-key.ts';
import { valueKey } from '../read/unlisted-values.ts';

/** Key of a saved mapping: the source, its sheet, and the headers of that sheet. */
export type MappedSheet = { source: string; sheet: string; headers: readonly string[] };
type Decided = MappedSheet & { byEmail: string; at: string };

/** The same headers in another order are the same. */
const digestOf = (headers: readonly string[]): string =>
  createHash('sha256')
    .update(writeJson(headers.map(headerKey).sort()))
    .digest('hex');

/** Saves the field chosen for each unknown column of a sheet. */
export async function keepColumns(
  db: Db,
  given: Decided & { columns: readonly { header: string; field: string | null }[] },
): Promise<void> {
  const text = writeJson(given.columns.map(({ header, field }) => [headerKey(header), field]));
  await keep(db, given, 'columns', text);
}

/** A saved code of a value. */
type KeptValue = readonly [field: string, value: string, code: string];

/** Saves the code chosen for each value of a sheet; null deletes a saved code. Other values keep theirs. */
export async function keepValues(
  db: Db,
  given: Decided & { values: readonly { field: string; value: string; code: string | null }[] },
): Promise<void> {
  const { rows } = await find(db, given);
  const nameOf = (field: string, key: string) => `${field}\n${key}`;
  const kept = new Map(
    (rows[0] ? (readJson(rows[0].known_values) as KeptValue[]) : []).map((one) => [
      nameOf(one[0], one[1]),
      one,
    ]),
  );
  for (const { field, value, code } of given.values) {
    const name = nameOf(field, valueKey(value));
    if (code === null) kept.delete(name);
    else kept.set(name, [field, valueKey(value), code]);
  }
  await keep(db, given, 'known_values', writeJson([...kept.values()]));
}

async function keep(db: Db, given: Decided, column: 'columns' | 'known_values', text: string): Promise<void> {
  const { source, sheet, headers, byEmail, at } = given;
  await db.query(
    `insert into register_mapping (source, sheet, headers_sha256, columns, known_values, by_email, at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (source, sheet, headers_sha256) do update
       set ${column} = excluded.${column}, by_email = excluded.by_email, at = excluded.at`,
    [
      ...[source, sheet, digestOf(headers)],
      ...(column === 'columns' ? [text, '[]'] : ['[]', text]),
      ...[byEmail, at],
    ],
  );
}

const find = (db: Db, { source, sheet, headers }: MappedSheet) =>
  db.query<{ columns: string; known_values: string }>(
    'select columns, known_values from register_mapping where source = $1 and sheet = $2 and headers_sha256 = $3',
    [source, sheet, digestOf(headers)],
  );

/** Reads what was decided before. */
export const mappingsFrom =
  (db: Db): MappingOf =>
  async (source, sheet, headers) => {
    const { rows } = await find(db, { source, sheet, headers });
    if (!rows[0]) return undefined;
    const values = Map.groupBy(readJson(rows[0].known_values) as KeptValue[], ([field]) => field);
    return {
      columns: new Map(readJson(rows[0].columns) as [string, string | null][]),
      values: new Map(
        [...values].map(([field, of]) => [field, new Map(of.map(([, value, code]) => [value, code]))]),
      ),
    };
  };

/** Whether anything was decided for a source. */
export async function hasMappings(db: Db, source: string): Promise<boolean> {
  const { rowCount } = await db.query('select 1 from register_mapping where source = $1 limit 1', [source]);
  return rowCount === 1;
}
