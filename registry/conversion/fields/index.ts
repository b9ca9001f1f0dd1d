import type { ListValue, SheetFields } from './field.ts';
import { holdingSheets } from './holdings.ts';
import { registerSheets, totalSheets } from './register.ts';

/**
 * The sheets of a register in the order of the workbook. Template, reader, checks and the page of columns come from
 * this table.
 */
export const sheets: readonly SheetFields[] = [...registerSheets, ...holdingSheets, ...totalSheets];

export const yesNoList = 'Yes or no';

/** Every list of values by its name, in the order in which the sheets use them. */
export const lists: ReadonlyMap<string, readonly ListValue[]> = new Map([
  ...sheets.flatMap(({ fields }) =>
    fields.flatMap(({ type }): [string, readonly ListValue[]][] =>
      type.kind === 'list' ? [[type.list, type.values]] : [],
    ),
  ),
  [
    yesNoList,
    [
      ['Y', 'Yes'],
      ['N', 'No'],
    ],
  ],
]);
