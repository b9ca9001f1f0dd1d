// Rows made from a package, as sheets to read, with the object that each cell comes from.

import type { RawRow } from '#lib/sheet/read/cells';
import { sheets } from '../fields/index.ts';
import type { FindingSource } from '../findings.ts';
import type { SheetSource } from '../read/read-sheet.ts';
import type { OwnFacts } from './own-comment.ts';

/** A row of a sheet of the register, and the object of a package from which it comes. */
export type OcfRow = {
  values: Readonly<Record<string, string | undefined>>;
  file: string;
  object: string;
  /** The property from which a field comes. */
  properties: Readonly<Record<string, string>>;
  /** What our own export noted at the object. */
  own?: OwnFacts;
};

export type OcfRows = Readonly<Record<string, readonly OcfRow[]>>;

/** Rows that are given to the reader at once. */
const pieceRows = 1000;

/** The rows as sheets of the template, headers in row 1. A sheet without rows has its headers. */
export function sheetsOf(rows: OcfRows): Map<string, SheetSource[]> {
  return new Map(
    sheets.map(({ key, name, fields }): [string, SheetSource[]] => {
      const own = rows[key] ?? [];
      const header: RawRow = {
        number: 1,
        isHidden: false,
        cells: fields.map((field) => ({ kind: 'text', text: field.name })),
      };
      const cells = ({ values }: OcfRow, index: number): RawRow => ({
        number: index + 2,
        isHidden: false,
        cells: fields.map((field) => {
          const text = values[field.key];
          return text === undefined || text === '' ? undefined : { kind: 'text', text };
        }),
      });
      async function* read() {
        yield [header];
        for (let at = 0; at < own.length; at += pieceRows)
          yield own.slice(at, at + pieceRows).map((row, index) => cells(row, at + index));
      }
      return [key, [{ name, rows: read, isCsv: false }]];
    }),
  );
}

/** The object and property from which a cell comes; the field is the header of its column, '' for the whole row. */
export function sourceOf(
  rows: OcfRows,
  sheet: string,
  row: number | null,
  field: string,
): FindingSource | undefined {
  const fields = sheets.find(({ name }) => name === sheet);
  const found = fields && row !== null ? rows[fields.key]?.[row - 2] : undefined;
  if (!found) return undefined;
  const key = fields?.fields.find(({ name }) => name === field)?.key ?? '';
  return { file: found.file, object: found.object, property: found.properties[key] ?? '' };
}
