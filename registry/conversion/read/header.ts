import type { RawRow } from '#lib/sheet/read/cells';
import { columnLetters } from '#lib/sheet/worksheet';
import type { Field, SheetFields } from '../fields/field.ts';
import { type Findings, short } from '../findings.ts';

/** The fields of a sheet with the columns in which they are; fields without a column are absent. */
export type Header = { columns: readonly { field: Field; index: number }[]; width: number; row: number };

/** Headers are compared without case, brackets and punctuation. */
export function headerKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Finds the columns of a sheet's fields; undefined when one that every row needs is missing. */
export function readHeader(sheet: SheetFields, row: RawRow, findings: Findings): Header | undefined {
  const at = (index: number, header: string) => ({
    sheet: sheet.name,
    row: row.number,
    field: header,
    cell: `${columnLetters(index)}${row.number}`,
    value: header,
  });
  const byKey = new Map(sheet.fields.map((field) => [headerKey(field.name), field]));
  const places = new Map<Field, number>();
  row.cells.forEach((cell, index) => {
    if (!cell || cell.text.trim() === '') return;
    const header = cell.text.trim();
    const field = byKey.get(headerKey(header));
    const before = field && places.get(field);
    if (!field) {
      const sentence = `Column ${short(header)} is not known. Map it or leave it out.`;
      findings.add({ ...at(index, header), code: 'F08', severity: 'warning', sentence });
    } else if (before !== undefined) {
      const sentence = `Column ${field.name} appears twice: ${columnLetters(before)} and ${columnLetters(index)}.`;
      findings.add({ ...at(index, field.name), code: 'F07', severity: 'error', sentence });
    } else places.set(field, index);
  });
  const missing = sheet.fields.filter((field) => field.required === true && !places.has(field));
  for (const { name } of missing) {
    const sentence = `Column ${name} of ${sheet.name} is missing.`;
    const nowhere = { sheet: sheet.name, row: row.number, field: name, cell: '', value: '' };
    findings.add({ ...nowhere, code: 'F06', severity: 'error', sentence });
  }
  if (missing.length > 0) return undefined;
  const columns = [...places].map(([field, index]) => ({ field, index }));
  return { columns, width: row.cells.length, row: row.number };
}
