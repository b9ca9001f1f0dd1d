// Type of a table column, and builders of text, number, percent, money and date columns.

import type { Route } from 'next';
import type { ReactNode } from 'react';
import { formatDate } from '#lib/format/dates';
import { fixed, parseDecimal } from '#lib/format/decimal';
import { formatLocalTime } from '#lib/format/local-time';
import { formatMoney, formatPerShare } from '#lib/format/money';
import { formatShares } from '#lib/format/shares';
import type { Tone } from '#lib/format/tone';
import type { Kind } from '#lib/sheet/styles';
import { Badge } from '../ui/badge.tsx';
import { Link } from '../ui/link.tsx';
import { type CellValue, exactKey, plainDigits } from './rows/exact.ts';

export type ColumnKind = 'text' | 'number' | 'date';

/**
 * One column: plain data, built at module scope by the functions below and shared by screen, file and print.
 */
export type Column<Row> = {
  id: string;
  header: string;
  kind: ColumnKind;
  /** The exact value, used for sort, totals and files. */
  value: (row: Row) => CellValue;
  /** The value as displayed. */
  format: (value: CellValue) => string;
  /** Sort key; undefined goes last in both directions. */
  key: (row: Row) => bigint | string | undefined;
  cell?: (row: Row) => ReactNode;
  /** 'sum', or a function that returns the text for the rows shown. */
  total?: 'sum' | ((rows: readonly Row[]) => string);
  /** One sentence shown in the column's options. */
  help?: string;
  widthPx: number;
  /** Never truncated: the column grows to its longest value (numbers, dates, times, statuses). */
  whole?: boolean;
  /** Cell type in an XLSX file; a function where it differs by row. */
  sheet: Kind | ((row: Row) => Kind);
  /** Hidden by default; the user can show it. */
  hidden?: boolean;
  /** Its part of a row's card in a narrow window, where the default would choose another (`card.tsx`). */
  card?: 'title' | 'note' | 'figure';
};

/** Space between a right-aligned figure and left-aligned text or a date after it. */
export const afterNumber = (before: { kind: ColumnKind } | undefined, column: { kind: ColumnKind }) =>
  before?.kind === 'number' && column.kind !== 'number' && 'pl-5';

type Options<Row> = Partial<
  Pick<Column<Row>, 'cell' | 'total' | 'help' | 'widthPx' | 'whole' | 'hidden' | 'sheet' | 'card'>
>;
type Read<Row> = (row: Row) => CellValue;

const blank = (value: CellValue): value is null | undefined | '' =>
  value === null || value === undefined || value === '';
const show = (value: CellValue) => (blank(value) ? '' : String(value));
const textKey = (value: CellValue) => (blank(value) ? undefined : String(value));

function column<Row>(
  kind: ColumnKind,
  sheet: Kind,
  widthPx: number,
  format: (value: CellValue) => string,
  [id, header, value, options]: [string, string, Read<Row>, Options<Row> | undefined],
): Column<Row> {
  const key = kind === 'number' ? (row: Row) => exactKey(value(row)) : (row: Row) => textKey(value(row));
  const whole = kind !== 'text';
  return { id, header, kind, value, format, key, sheet, widthPx, whole, ...options };
}

/** A missing figure; a cell without one (undefined, '') stays blank. */
const unknown = '–';
const percentDecimals = 4;

/** Percent units (82.79160001) as '82.7916%'; a positive value too small to display is '<0.0001%'. */
function formatPercentUnits(value: CellValue): string {
  if (value === null) return unknown;
  if (blank(value)) return '';
  const decimal = parseDecimal(plainDigits(value));
  if (!decimal) return String(value);
  const { negative, text } = fixed(decimal, percentDecimals, percentDecimals);
  if (decimal.digits > 0n && /^[0.]+$/.test(text)) return '<0.0001%';
  return `${negative ? '-' : ''}${text}%`;
}

/**
 * Column builders. Values stay exact: shares bigint, number or digits; percent in units 0–100; money in
 * dollars.
 */
export const columns = {
  text: <Row,>(id: string, header: string, value: Read<Row>, options?: Options<Row>) =>
    column('text', 'text', 180, show, [id, header, value, options]),

  shares: <Row,>(id: string, header: string, value: Read<Row>, options?: Options<Row>) =>
    column(
      'number',
      'shares',
      112,
      (cell) => (cell === null ? unknown : blank(cell) ? '' : formatShares(cell)),
      [id, header, value, options],
    ),

  percent: <Row,>(id: string, header: string, value: Read<Row>, options?: Options<Row>) =>
    column('number', 'percent', 104, formatPercentUnits, [id, header, value, options]),

  money: <Row,>(
    id: string,
    header: string,
    value: Read<Row>,
    options?: Options<Row> & { perShare?: boolean },
  ) => {
    const { perShare = false, ...rest } = options ?? {};
    const format = perShare ? formatPerShare : formatMoney;
    return column(
      'number',
      perShare ? 'price' : 'money',
      124,
      (cell) => (blank(cell) ? '' : format(plainDigits(cell))),
      [id, header, value, rest],
    );
  },

  date: <Row,>(id: string, header: string, value: Read<Row>, options?: Options<Row>) =>
    column('date', 'date', 104, (cell) => formatDate(show(cell)), [id, header, value, options]),

  /** A time on the clocks of the zone that the header names, 'yyyy-mm-dd hh:mm[:ss]', which sorts as text. */
  time: <Row,>(id: string, header: string, value: Read<Row>, options?: Options<Row>) =>
    column('text', 'text', 184, (cell) => formatLocalTime(show(cell)), [
      id,
      header,
      value,
      { whole: true, ...options },
    ]),

  /** A status without an entry in `tones` is neutral. */
  badge: <Row,>(
    id: string,
    header: string,
    value: Read<Row>,
    tones: Readonly<Record<string, Tone>>,
    options?: Options<Row>,
  ) =>
    column('text', 'text', 116, show, [
      id,
      header,
      value,
      {
        cell: (row: Row) => {
          const text = show(value(row));
          return text && <Badge tone={tones[text]}>{text}</Badge>;
        },
        whole: true,
        ...options,
      },
    ]),

  link: <Row,>(
    id: string,
    header: string,
    value: Read<Row>,
    href: (row: Row) => string | null,
    options?: Options<Row>,
  ) =>
    column('text', 'text', 200, show, [
      id,
      header,
      value,
      {
        cell: (row: Row) => {
          const to = href(row);
          return to ? <Link href={to as Route}>{show(value(row))}</Link> : show(value(row));
        },
        ...options,
      },
    ]),
};
