// Maps the field of a staged row to its sheet, row and cell in the file.

import { columnLetters } from '#lib/sheet/worksheet';
import type { SheetFields } from '../fields/field.ts';
import type { Finding } from '../findings.ts';
import type { Header } from '../read/header.ts';
import { partSpan } from '../stage/stage.ts';

/** The parts of each sheet, by its key, with the columns of their fields. */
export type Places = Map<string, { name: string; header: Header }[]>;

/** Where a field of a staged row is in the file. */
export function placeOf(
  places: Places,
  sheet: SheetFields,
  column: string,
  stagedRow: bigint,
): Pick<Finding, 'sheet' | 'row' | 'field' | 'cell'> {
  const field = sheet.fields.find((one) => one.key === column)!;
  const part = places.get(sheet.key)?.[Number(stagedRow / BigInt(partSpan))];
  const row = Number(stagedRow % BigInt(partSpan));
  const at = part?.header.columns.find((one) => one.field === field);
  return {
    sheet: part?.name ?? sheet.name,
    row,
    field: field.name,
    cell: at ? `${columnLetters(at.index)}${row}` : '',
  };
}
