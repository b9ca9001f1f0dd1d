// Types of the sheets, fields and values of a register; template, reader and checks are made from them.

/** A value of a closed list: the code that is written, and what it means. */
export type ListValue = readonly [code: string, meaning: string];

/**
 * What a cell may hold. text: at most `max` characters. shares: a whole number from `min` on. digits: a number that
 * names something, without sign. decimal: an exact amount in dollars. letters: capital letters and digits.
 */
export type FieldType =
  | { kind: 'text'; max: number }
  | { kind: 'letters'; max: number }
  | { kind: 'digits'; max: number }
  | { kind: 'shares'; min: bigint }
  | { kind: 'decimal' }
  | { kind: 'date' }
  | { kind: 'yesNo' }
  | { kind: 'list'; list: string; values: readonly ListValue[] };

export type Field = {
  /** The header of the column. */
  name: string;
  /** The column of the staged table. */
  key: string;
  type: FieldType;
  /** true: always; false: may be blank; a text: required in the case it names. */
  required: boolean | string;
  meaning: string;
  /** A cell may say that what is on file is removed. */
  isClearable?: boolean;
};

export type SheetFields = {
  name: string;
  /** The staged table, and the name of the CSV file with hyphens instead of underscores. */
  key: string;
  meaning: string;
  /** The sheet must be there. */
  required: boolean;
  /** At least and at most this many rows. */
  rowsMin: number;
  rowsMax: number;
  fields: readonly Field[];
};

export const csvName = ({ key }: { key: string }): string => `${key.replaceAll('_', '-')}.csv`;

type Given = readonly [
  name: string,
  key: string,
  type: FieldType,
  required: boolean | string,
  meaning: string,
];

/** The rows of a run, all sheets together. */
export const rowsOfRunMax = 10_000_000;

export function sheet(
  name: string,
  key: string,
  meaning: string,
  options: { required: boolean; rowsMin?: number; rowsMax?: number },
  fields: readonly Given[],
): SheetFields {
  return {
    name,
    key,
    meaning,
    required: options.required,
    rowsMin: options.rowsMin ?? 0,
    rowsMax: options.rowsMax ?? rowsOfRunMax,
    fields: fields.map(([header, column, type, required, text]) => ({
      name: header,
      key: column,
      type,
      required,
      meaning: text,
    })),
  };
}

export const text = (max: number): FieldType => ({ kind: 'text', max });
export const letters = (max: number): FieldType => ({ kind: 'letters', max });
export const digits = (max: number): FieldType => ({ kind: 'digits', max });
export const sharesFrom = (min: bigint): FieldType => ({ kind: 'shares', min });
export const decimal: FieldType = { kind: 'decimal' };
export const date: FieldType = { kind: 'date' };
export const yesNo: FieldType = { kind: 'yesNo' };
export const oneOf = (list: string, values: readonly ListValue[]): FieldType => ({
  kind: 'list',
  list,
  values,
});
