import { type Cell, cellXml, escapeXml, linkXml, textElement } from './cell.ts';
import type { RowSource } from './rows.ts';
import { headerRightStyle, headerStyle, type Kind, leastWidths, styleOf, titleStyle } from './styles.ts';

export type SheetColumn = {
  header: string;
  kind: Kind;
  /** In characters of the standard font; default 14. Figures get more where their kind needs it. */
  width?: number;
  /** Cells below the header offer the values of this range, such as `Lists!$A$2:$A$9`. */
  choices?: string;
  /** Blank cells have the column's format too, so that what is typed there is kept as that kind. */
  formatted?: boolean;
};

/** A row of cells in column order; the object form is bold, for totals and labels. */
export type SheetRow = readonly Cell[] | { bold: true; cells: readonly Cell[] };

export type SheetLayout = {
  columns: readonly SheetColumn[];
  /** Lines above the header; the first one is the title. */
  titleRows?: readonly string[];
  /** A header row that stays visible while scrolling; default true. */
  frozenHeader?: boolean;
  /** Filter buttons for the rows up to the last one that is not bold. */
  autofilter?: boolean;
};

/** Facts about a worksheet after its XML was written. */
export type WorksheetResult = { headerRow: number; filterRef: string | null; notes: Note[] };

export type Note = { row: number; column: number; text: string };

export type Limits = { rowsMax: number; bytesMax: number };

const chunkChars = 65536;
const utf8 = new TextEncoder();

/** The XML of one worksheet: takes rows until the source ends or the sheet is full. */
export async function* worksheetXml(
  layout: SheetLayout,
  source: RowSource<SheetRow>,
  limits: Limits,
  selected: boolean,
  result: WorksheetResult,
): AsyncGenerator<Uint8Array> {
  const { columns } = layout;
  const letters = columns.map((_, index) => columnLetters(index));
  const hasHeader = layout.frozenHeader !== false;
  const titles = layout.titleRows ?? [];
  let rowNumber = titles.length + (hasHeader ? 1 : 0);
  let text = opening(layout, rowNumber, hasHeader, selected);
  for (const [index, title] of titles.entries()) text += titleXml(index + 1, title, index === 0);
  if (hasHeader) text += headerXml(rowNumber, columns, letters);
  result.headerRow = hasHeader ? rowNumber : 0;
  let lastPlain = rowNumber;
  let bytes = 0;
  while (rowNumber < limits.rowsMax && bytes < limits.bytesMax) {
    const ahead = source.take();
    const row = ahead instanceof Promise ? await ahead : ahead;
    if (row === undefined) break;
    rowNumber += 1;
    const bold = 'bold' in row;
    if (!bold) lastPlain = rowNumber;
    text += rowXml(rowNumber, bold ? row.cells : row, columns, letters, bold, result.notes);
    if (text.length > chunkChars) {
      bytes += text.length;
      yield utf8.encode(text);
      text = '';
    }
  }
  text += '</sheetData>';
  if (layout.autofilter && hasHeader && columns.length > 0) {
    result.filterRef = `A${result.headerRow}:${letters.at(-1)}${lastPlain}`;
    text += `<autoFilter ref="${result.filterRef}"/>`;
  }
  if (hasHeader) text += choicesXml(columns, letters, limits.rowsMax, result.headerRow);
  // Without lines on paper a figure and the text in the next column are read as one: "0 6437 Elm Street".
  if (hasHeader) text += '<printOptions gridLines="1"/>';
  text +=
    '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/><headerFooter><oddFooter>&amp;L&amp;A&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter>';
  if (result.notes.length > 0) text += '<legacyDrawing r:id="rId1"/>';
  text += '</worksheet>';
  yield utf8.encode(text);
}

/** The lists that cells offer. A value outside them is shown as an error by the spreadsheet program. */
function choicesXml(
  columns: readonly SheetColumn[],
  letters: readonly string[],
  lastRow: number,
  headerRow: number,
): string {
  const rules = columns.flatMap(({ choices }, index) =>
    choices
      ? [
          `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${letters[index]}${headerRow + 1}:${letters[index]}${lastRow}"><formula1>${escapeXml(choices)}</formula1></dataValidation>`,
        ]
      : [],
  );
  return rules.length > 0
    ? `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`
    : '';
}

/** 0 -> 'A', 26 -> 'AA'. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

function opening(layout: SheetLayout, headerRow: number, frozen: boolean, selected: boolean): string {
  const pane = frozen
    ? `<pane ySplit="${headerRow}" topLeftCell="A${headerRow + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>`
    : '';
  const cols = layout.columns
    .map(
      (c, i) =>
        `<col min="${i + 1}" max="${i + 1}" width="${Math.max(c.width ?? 14, leastWidths[c.kind] ?? 0)}"${c.formatted ? ` style="${styleOf(c.kind, false)}"` : ''} customWidth="1"/>`,
    )
    .join('');
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView${selected ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="${lineHeight}"/>${cols ? `<cols>${cols}</cols>` : ''}<sheetData>`;
}

function titleXml(row: number, title: string, first: boolean): string {
  const cell = first
    ? `<c r="A${row}" s="${titleStyle}" t="inlineStr"><is>${textElement(title)}</is></c>`
    : cellXml(`A${row}`, 'text', title, false);
  return `<row r="${row}">${cell}</row>`;
}

function headerXml(row: number, columns: readonly SheetColumn[], letters: readonly string[]): string {
  const cells = columns.map((column, index) => {
    const left = column.kind === 'text' || column.kind === 'boolean';
    const style = left ? headerStyle : headerRightStyle;
    return `<c r="${letters[index]}${row}" s="${style}" t="inlineStr"><is>${textElement(column.header)}</is></c>`;
  });
  return `<row r="${row}" ht="18" customHeight="1">${cells.join('')}</row>`;
}

const lineHeight = 13;
/** The format allows 409 points. */
const linesMax = 31;
const linesOf = (text: string) => text.split('\n', linesMax).length;

/** Given where a text has several lines: LibreOffice draws them over the row above one that is too low. */
const heightOf = (lines: number) => ` ht="${lines * lineHeight}" customHeight="1"`;

function rowXml(
  row: number,
  cells: readonly Cell[],
  columns: readonly SheetColumn[],
  letters: readonly string[],
  bold: boolean,
  notes: Note[],
): string {
  let text = '';
  let lines = 1;
  for (let index = 0; index < columns.length; index += 1) {
    const cell = cells[index];
    if (cell === null || cell === undefined) continue;
    const ref = `${letters[index]}${row}`;
    const typed = typeof cell === 'object';
    if (typed && cell.kind === 'link') {
      text += linkXml(ref, cell, bold);
      continue;
    }
    if (typed && cell.note) notes.push({ row, column: index, text: cell.note });
    const kind = typed ? cell.kind : (columns[index]?.kind ?? 'text');
    const value = typed ? cell.value : cell;
    if (typeof value === 'string' && value.includes('\n')) lines = Math.max(lines, linesOf(value));
    text += cellXml(ref, kind, value, bold);
  }
  return `<row r="${row}"${lines > 1 ? heightOf(lines) : ''}>${text}</row>`;
}
