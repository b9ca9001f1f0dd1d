// Writes the data dictionary of an archive.

import { fieldText } from './csv-field.ts';
import { exportedTables } from './tables/index.ts';
import type { ColumnKind, Personal } from './tables/table.ts';

const types: Record<ColumnKind, readonly [type: string, unit: string]> = {
  text: ['text', ''],
  counter: ['text', ''],
  integer: ['integer', ''],
  shares: ['integer', 'shares'],
  decimal: ['decimal', ''],
  date: ['date', ''],
  time: ['time in UTC', ''],
  boolean: ['true or false', ''],
  id: ['number within the issuer', ''],
  search: ['number within the issuer', ''],
  change: ['number within the issuer', ''],
  holder: ['account number', ''],
};

/** What a Masked export has of a column. */
const maskedText: Record<Personal, string> = { personal: '', taxId: 'last four digits', secret: 'empty' };

/** The data dictionary of an archive as CSV: one line a column. */
export function dictionaryText(): string {
  const header = 'table,table_meaning,column,type,unit,key,may_be_empty,personal,masked,meaning\n';
  const lines = exportedTables.flatMap((table) =>
    table.columns.map(({ name, kind, meaning, isKey, mayBeNull, personal }) =>
      [
        ...[table.name, table.title, name, ...types[kind]].map((text) => fieldText('text', text)),
        ...[isKey, mayBeNull, personal !== null].map(String),
        ...[personal ? maskedText[personal] : '', meaning].map((text) => fieldText('text', text)),
      ].join(','),
    ),
  );
  return `${header}${lines.join('\n')}\n`;
}
