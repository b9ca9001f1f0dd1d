/** A cell as the file has it: numbers and day numbers as their digits, a formula as its text, one that only makes a link as the text it shows. */
export type RawCell = {
  kind: 'text' | 'number' | 'date' | 'boolean' | 'error' | 'formula';
  text: string;
  /** A number that is shown as a percentage: 0.5 as 50 %. */
  isPercent?: true;
  /** The currency in which a number is shown, where it is not dollars: €, CHF. */
  currency?: string;
  /** Where a text leads that is a link made by a formula. */
  address?: string;
};

/** A row with its number in the sheet, from 1; cells by column, from 0. */
export type RawRow = { number: number; isHidden: boolean; cells: (RawCell | undefined)[] };

export type SheetLimits = { sheetsMax: number; columnsMax: number; cellCharsMax: number };

export const sheetLimits: SheetLimits = { sheetsMax: 64, columnsMax: 300, cellCharsMax: 32_767 };

/** 'A' → 0, 'AB12' → 27; -1 without letters. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length && at < 4; at += 1) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}
