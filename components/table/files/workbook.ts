import { parseDate } from '#lib/format/dates';
import { parseDecimal } from '#lib/format/decimal';
import { writeWorkbookInBrowser } from '#lib/sheet/browser-workbook';
import type { Cell } from '#lib/sheet/cell';
import { parametersSheet } from '#lib/sheet/parameters';
import type { Column } from '../columns.tsx';
import { plainDigits } from '../rows/exact.ts';
import { totalsOf } from '../rows/totals.ts';
import type { Shown } from './table-text.ts';
import { paced } from './yield-to-main.ts';

const author = 'Sharebook';
const pxPerCharacter = 7.5;

/**
 * XLSX of the table on screen as a stream: the first sheet has issuer, date, number of rows, filter, sort and
 * totals; the second the shown columns and rows in order. `date` is 'yyyy-mm-dd'.
 */
export function workbookOfShown<Row>(shown: Shown<Row>, date: string): AsyncGenerator<Uint8Array> {
  const { label, columns, rows, totaled = rows, facts } = shown;
  const totals = totalsOf(columns, totaled);
  const about = parametersSheet('About', label, () => [
    { rows: facts },
    ...(totals.size > 0
      ? [
          {
            heading: 'Totals',
            rows: columns.flatMap((column) => {
              const text = totals.get(column.id);
              return text ? [[column.header, text] as const] : [];
            }),
          },
        ]
      : []),
  ]);
  return writeWorkbookInBrowser({
    title: label,
    author,
    date,
    sheets: [
      about,
      {
        name: label === 'About' ? 'Rows' : label,
        autofilter: true,
        columns: columns.map((column) => ({
          header: column.header,
          kind: typeof column.sheet === 'function' ? 'text' : column.sheet,
          width: Math.max(8, Math.round(column.widthPx / pxPerCharacter)),
        })),
        rows: () => paced(lines(columns, rows)),
      },
    ],
  });
}

function* lines<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Generator<readonly Cell[]> {
  for (const row of rows) yield columns.map((column) => sheetCell(column, row));
}

function sheetCell<Row>(column: Column<Row>, row: Row): Cell {
  const value = column.value(row);
  if (value === null || value === undefined || value === '') return null;
  const typed = typeof column.sheet === 'function';
  const kind = typeof column.sheet === 'function' ? column.sheet(row) : column.sheet;
  const text = plainDigits(value);
  const cell = kind === 'percent' ? hundredth(text) : kind === 'date' ? (parseDate(text) ?? text) : text;
  return typed ? { kind, value: cell } : cell;
}

/** Percent units as the fraction a spreadsheet formats: '12.5' -> '0.125', exactly; other text is unchanged. */
function hundredth(text: string): string {
  const decimal = parseDecimal(text);
  if (!decimal) return text;
  const scale = decimal.scale + 2;
  const plain = (decimal.digits < 0n ? -decimal.digits : decimal.digits).toString().padStart(scale + 1, '0');
  const fraction = plain.slice(-scale).replace(/^(.*[^0])?0*$/, '$1');
  const whole = plain.slice(0, -scale);
  return `${decimal.digits < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}
