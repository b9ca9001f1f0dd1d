// Turns certificate definitions, whose fields are not defined, into a table.

import { nameText } from '#lib/format/name-text';

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Records of unknown shape as a table: one column per field, in order of first occurrence. */
export function definitionTable(response: unknown): { head: string[]; rows: string[][] } {
  const records = (Array.isArray(response) ? response : response ? [response] : []).filter(
    (one): one is Record<string, unknown> => typeof one === 'object' && one !== null,
  );
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return {
    head: names.map(nameText),
    rows: records.map((record) => names.map((name) => cell(record[name]))),
  };
}
