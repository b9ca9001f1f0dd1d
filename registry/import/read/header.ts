// Finds the fields of a sheet's columns by their headers and saved decisions.

import type { RawRow } from '#lib/sheet/read/cells';
import { columnLetters } from '#lib/sheet/worksheet';
import { type ClassColumn, isClassColumn, perClass } from '../fields/class-columns.ts';
import type { Field, SheetFields } from '../fields/field.ts';
import { proposedField } from '../fields/synonyms.ts';
import { type Findings, short } from '../findings.ts';
import { headerKey } from './header-key.ts';

/** The fields of a sheet with the columns in which they are; fields without a column are absent. */
export type Header = { columns: readonly { field: Field; index: number }[]; width: number; row: number };

/** What a person decided about unknown columns: the field of a header by its key, or null to leave it out. */
export type Mapping = ReadonlyMap<string, string | null>;

/** A column whose header is not the one of a field. */
export type ForeignColumn = {
  header: string;
  /** A person decided about it. */
  isMapped: boolean;
  /** The field that was decided, or is proposed; null to leave it out. */
  field: string | null;
};

/** The headers of a row, as they are. */
export const headersOf = (row: RawRow): string[] =>
  row.cells.flatMap((cell) => (cell && cell.text.trim() !== '' ? [cell.text.trim()] : []));

/**
 * Finds the columns of a sheet's fields; undefined when one that every row needs is missing. `onForeign` receives the
 * columns that are no field's by their headers.
 */
export function readHeader(
  sheet: SheetFields,
  row: RawRow,
  findings: Findings,
  mapping: Mapping = new Map(),
  onForeign: (columns: ForeignColumn[]) => void = () => {},
): Header | undefined {
  const at = (index: number, header: string) => ({
    sheet: sheet.name,
    row: row.number,
    field: header,
    cell: `${columnLetters(index)}${row.number}`,
    value: header,
  });
  const byName = new Map(sheet.fields.map((field) => [field.name, field]));
  const byKey = Map.groupBy(sheet.fields, ({ name }) => headerKey(name));
  /** Names of two classes may differ in punctuation only: then the header has to be exact. */
  const fieldNamed = (header: string): Field | undefined => {
    const [field, other] = byKey.get(headerKey(header)) ?? [];
    return byName.get(header) ?? (other ? undefined : field);
  };
  const places = new Map<Field, number>();
  const foreign: ForeignColumn[] = [];
  row.cells.forEach((cell, index) => {
    if (!cell || cell.text.trim() === '') return;
    const header = cell.text.trim();
    const own = fieldNamed(header);
    const mapped = own ? undefined : mapping.get(headerKey(header));
    const field = own ?? sheet.fields.find(({ key }) => key === mapped);
    const before = field && places.get(field);
    if (!own) foreign.push({ header, isMapped: mapped !== undefined, field: mapped ?? null });
    if (mapped === null) return;
    if (!field) {
      const sentence = `Column ${short(header)} is not known. Map it or leave it out.`;
      findings.add({ ...at(index, header), code: 'F08', severity: 'warning', sentence });
    } else if (before !== undefined) {
      const sentence = `Column ${field.name} appears twice: ${columnLetters(before)} and ${columnLetters(index)}.`;
      findings.add({ ...at(index, field.name), code: 'F07', severity: 'error', sentence });
    } else places.set(field, index);
  });
  const taken = new Set([...places.keys()].map(({ key }) => key));
  for (const column of foreign) {
    if (column.isMapped) continue;
    column.field = proposedField(sheet, column.header, taken);
    if (column.field) taken.add(column.field);
  }
  onForeign(foreign);
  const ofClasses = [...places.keys()].filter(isClassColumn);
  const ofAll = [...places.keys()].find(({ key }) => perClass.has(key));
  if (ofAll && ofClasses[0]) {
    const [one, other] = [ofAll, ofClasses[0]].map((f) => `${f.name} (${columnLetters(places.get(f)!)})`);
    const sentence = `Columns ${one} and ${other} exclude each other. Leave one out.`;
    findings.add({ ...at(places.get(ofAll)!, ofAll.name), code: 'F07', severity: 'error', sentence });
    for (const field of ofClasses) places.delete(field);
  }
  const isNeeded = ({ required, key }: Field) =>
    required === true && (ofClasses.length === 0 || !perClass.has(key));
  const missing = sheet.fields.filter((field) => isNeeded(field) && !places.has(field));
  for (const { name } of missing) {
    const sentence = `Column ${name} of ${sheet.name} is missing.`;
    const nowhere = { sheet: sheet.name, row: row.number, field: name, cell: '', value: '' };
    findings.add({ ...nowhere, code: 'F06', severity: 'error', sentence });
  }
  if (missing.length > 0) return undefined;
  const columns = [...places].map(([field, index]) => ({ field, index }));
  return { columns, width: row.cells.length, row: row.number };
}

/** The columns of a header that have the shares of one class each. */
export const classColumnsOf = ({ columns }: Header): ClassColumn[] =>
  columns.map(({ field }) => field).filter(isClassColumn);

/** The header of the positions of each class that has a column of its own; without such columns, the header itself. */
export function headersByClass({ fields }: SheetFields, header: Header): Header[] {
  const own = header.columns.filter(({ field }) => isClassColumn(field));
  if (own.length === 0) return [header];
  const others = header.columns.filter(({ field }) => !isClassColumn(field) && !perClass.has(field.key));
  const named = fields.filter(({ key }) => perClass.has(key));
  const at = (index: number) => named.map((field) => ({ field, index }));
  return own.map(({ index }) => ({ ...header, columns: [...others, ...at(index)] }));
}
