import type { ListValue, SheetFields } from './field.ts';
import { holdingSheets } from './holdings.ts';
import { historySheets } from './journal-sheets.ts';
import { recordSheets } from './records.ts';
import { registerSheets, totalSheets } from './register.ts';

/**
 * The sheets of a register in the order of the workbook. Template, reader, checks and the page of columns come from
 * this table.
 */
export const sheets: readonly SheetFields[] = [
  ...registerSheets,
  ...holdingSheets,
  ...totalSheets,
  ...recordSheets,
  ...historySheets,
];

export const yesNoList = 'Yes or no';

/** A sheet of a register by its key. */
export const sheetOf = (key: string): SheetFields => sheets.find((one) => one.key === key)!;

const yesNo: readonly ListValue[] = [
  ['Y', 'Yes'],
  ['N', 'No'],
];

/** Every list of values that these sheets use by its name, in the order in which they use them. */
export const listsOf = (of: readonly SheetFields[]): ReadonlyMap<string, readonly ListValue[]> => {
  const types = of.flatMap(({ fields }) => fields.map(({ type }) => type));
  return new Map([
    ...types.flatMap((type): [string, readonly ListValue[]][] =>
      type.kind === 'list' ? [[type.list, type.values]] : [],
    ),
    ...(types.some(({ kind }) => kind === 'yesNo') ? [[yesNoList, yesNo] as const] : []),
  ]);
};

/** The lists of a register. */
export const lists = listsOf(sheets);
