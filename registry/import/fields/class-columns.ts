import { type Field, type SheetFields, sharesFrom } from './field.ts';

/**
 * Many lists of holders have a column of shares for each class. Positions takes such columns, by their header or once a
 * person says which they are; what a row has in each becomes a position of its own.
 */
export type ClassColumn = Field & { ofClass: string };

const keyStart = 'shares of ';

/** The column of Positions with the shares of one class. Blank or 0: none are held. */
const classColumn = (ofClass: string): ClassColumn => ({
  name: `Shares of ${ofClass}`,
  key: `${keyStart}${ofClass}`,
  type: sharesFrom(0n),
  required: false,
  meaning: `Whole number of shares of ${ofClass}; blank or 0: none`,
  ofClass,
});

export const isClassColumn = (field: Field): field is ClassColumn => 'ofClass' in field;

/** Fields of Positions in whose place such columns are. */
export const perClass: ReadonlySet<string> = new Set(['class', 'shares']);

/** A sheet with the columns that it may have for the classes of the register. */
export const withClassColumns = (sheet: SheetFields, classes: Iterable<string>): SheetFields =>
  sheet.key === 'positions'
    ? { ...sheet, fields: [...sheet.fields, ...[...classes].map(classColumn)] }
    : sheet;

/** A field of a sheet by its key, that of a class among them. */
export const fieldOf = (sheet: SheetFields, key: string | null): Field | undefined =>
  sheet.key === 'positions' && key?.startsWith(keyStart)
    ? classColumn(key.slice(keyStart.length))
    : sheet.fields.find((one) => one.key === key);
