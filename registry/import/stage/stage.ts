// Creates and fills the temporary tables with the rows of a register file.

import type { ClientBase } from 'pg';
import { copyRows } from '#lib/postgres/copy-rows';
import { nameKey } from '#registry/db/names';
import { indexKey } from '#registry/ledger/core/accounts';
import { randomSigns } from '#registry/ledger/holders/registration-input';
import { countryName } from '../check/rows/address-codes.ts';
import type { FieldType, SheetFields } from '../fields/field.ts';
import { sheets } from '../fields/index.ts';
import type { ReadRow } from '../read/read-sheet.ts';

/** The temporary table with the rows of a sheet. */
export const stagedTable = (key: string): string => `staged_${key}`;

/** Rows of a further part of a sheet are numbered from a multiple of this on. */
export const partSpan = 20_000_000;

const sqlTypes: Record<FieldType['kind'], string> = {
  text: 'text',
  letters: 'text',
  list: 'text',
  digits: 'bigint',
  shares: 'bigint',
  decimal: 'numeric',
  date: 'date',
  yesNo: 'boolean',
};

type Values = ReadRow['values'];
type Added = readonly [column: string, type: string, value: (values: Values) => string | null];

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ');

/** Columns that are computed from a row here, so that every database sorts and compares alike. */
const added: Readonly<Record<string, readonly Added[]>> = {
  holders: [
    ['sort_key', 'text', ({ sort_name, name }) => indexKey(sort_name || name || '')],
    ['name_key', 'text', ({ name, name2, name3 }) => indexKey(joined(name, name2, name3))],
    ['place_key', 'text', placeKey],
    ['country_name', 'text', ({ country }) => countryName(country)],
    ['mail_country_name', 'text', ({ mail_country }) => countryName(mail_country)],
    ['new_code', 'text', () => `${randomSigns(4)}-${randomSigns(4)}`],
  ],
  issuer: [['country_name', 'text', ({ country }) => countryName(country)]],
};

/** Two addresses are the same when their keys are. */
export function placeKey({ address1, city, postal_code: postal, country }: Values): string {
  return [nameKey(address1 ?? ''), nameKey(city ?? ''), postal ?? '', country ?? ''].join('|');
}

/**
 * Creates the staged tables of this connection; they end with it. Nothing that others see is written before a
 * conversion is posted.
 */
export async function createStage(client: ClientBase): Promise<void> {
  for (const { key, fields } of sheets) {
    const columns = [
      ...fields.map(({ key: column, type }) => `${column} ${sqlTypes[type.kind]}`),
      ...(added[key] ?? []).map(([column, type]) => `${column} ${type}`),
    ];
    await client.query(
      `create temporary table ${stagedTable(key)} (row bigint not null, ${columns.join(', ')})`,
    );
  }
}

/** Writes rows as they are read into the staged table of their sheet; `part`: of the first of its headers. */
export async function stageRows(
  client: ClientBase,
  sheet: SheetFields,
  part: number,
  pieces: AsyncIterable<ReadRow[]>,
): Promise<void> {
  const keys = sheet.fields.map(({ key }) => key);
  const extra = added[sheet.key] ?? [];
  const columns = ['row', ...keys, ...extra.map(([column]) => column)];
  async function* values() {
    for await (const rows of pieces)
      for (const { row, part: further = 0, values: of } of rows)
        yield [
          (part + further) * partSpan + row,
          ...keys.map((key) => of[key]),
          ...extra.map(([, , value]) => value(of)),
        ];
  }
  await copyRows(client, stagedTable(sheet.key), columns, values());
}

/** Counts for the planner, after all rows are staged. */
export async function analyzeStage(client: ClientBase): Promise<void> {
  for (const { key } of sheets) await client.query(`analyze ${stagedTable(key)}`);
}
