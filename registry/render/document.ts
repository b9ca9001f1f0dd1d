// Model of a report, read by the PDF and XLSX renderers: tables, columns, cells, items, closing totals.

import type { Link } from '#lib/sheet/cell';
import type { Kind } from '#lib/sheet/styles';

export type { Kind };

/** An exact fraction; printed as a percentage with four decimals. */
export type Ratio = { part: bigint; whole: bigint };

/** The lines of one text cell, such as name, name2, name3. Empty lines are omitted. */
export type Lines = readonly (string | null)[];

/**
 * The value of a cell by kind. text: string or Lines · shares, dollars, integer: bigint or number · money,
 * price: exact decimal text · percent: Ratio · date: 'yyyy-mm-dd' · boolean. A string in a number column
 * ('Unlimited', 'n/a') is printed as it is. The object form overrides the column's kind for one cell.
 * A link leads somewhere in XLSX only; a PDF has its text.
 */
export type Value = string | bigint | number | boolean | Lines | Ratio | null;
export type Cell = Value | TypedValue | Link;
export type TypedValue = { kind: Kind; value: Value };

export type Column = {
  header: string;
  kind: Kind;
  /** Width relative to the other columns; in XLSX the column width in characters. */
  weight: number;
  /** Default: numbers right, the rest left. */
  align?: 'left' | 'right' | 'center';
};

/** Detail rows below a row: indented in a PDF, a separate sheet in XLSX. */
export type SubTable = {
  name: string;
  columns: readonly Column[];
  /** Indexes of the main columns that are repeated before each detail row in XLSX. */
  keys: readonly number[];
};

export type Table = {
  id: string;
  /** Name of its sheet. */
  name: string;
  columns: readonly Column[];
  sub?: SubTable;
  /** XLSX only: name of an added first column with the section of a row, such as the class. */
  sectionColumn?: string;
};

export type Fact = readonly [label: string, value: Cell];

/**
 * One piece of a report, in reading order.
 * - section: a heading and the table its rows belong to. `page: 'new'` starts a page; `'titled'` also
 *   repeats the title block, for statements that are sent out one by one.
 * - row, sub, total: lines of the current table (the first one when no section came).
 * - facts: label and value pairs (meeting block, reconciliation box); in XLSX on the sheet "Report",
 *   unless `pdfOnly`, for facts given once per holder.
 * - letter: address or running text, PDF only.
 */
export type Item =
  | { kind: 'section'; table: string; title?: string; page?: 'same' | 'new' | 'titled' }
  | { kind: 'row' | 'sub' | 'total'; cells: readonly Cell[] }
  | { kind: 'facts'; title?: string; facts: readonly Fact[]; pdfOnly?: boolean }
  | { kind: 'letter'; lines: Lines; strong?: boolean };

/** Control totals and the proof line. */
export type Closing = {
  totals: readonly Fact[];
  /** Printed as "Difference: 0". Sums inside a file; whether the books are in proof is said by `verdict` alone. */
  proof?: { label?: string; difference: bigint };
  /** The sentence of the verdict on the issuer's books. */
  verdict?: string;
  footnotes?: readonly string[];
  /** SHA-256 of a list's content, also stored as a property of the file. */
  contentDigest?: string;
  /** Starts a new page, because the pages before it are sent to holders. */
  apart?: boolean;
};

/**
 * `closing` is called once, after all items have been read. What it needs of the database it reads then, so that the first
 * row does not wait for it.
 */
export type Reading = {
  items: Iterable<Item> | AsyncIterable<Item>;
  closing: () => Closing | Promise<Closing>;
};

export type ReportDocument = {
  agentName: string;
  title: string;
  /** Issuer name and id. */
  issuerLine: string;
  /** 'As of 6/30/2026' or 'From … to …'. */
  asOfLine: string;
  /** The selected filters: class, restriction, status and others. */
  filters: readonly (readonly [label: string, value: string])[];
  /** 'Only fictional data – sandbox' for demo data. */
  environmentLine?: string;
  /** The file code. */
  reportId: string;
  /** ISO date-time with zone. The only part that may differ between two files of the same data. */
  generatedAt: string;
  /** Who ordered the file, as far as the registry was told. */
  preparedBy?: string;
  /** Pages of the PDF are sent to others: they do not name who ordered it. */
  isSent?: true;
  /** In place of the notice of confidentiality at the foot of PDF pages, for what is sent to others. */
  notice?: string;
  tables: readonly [Table, ...Table[]];
  /**
   * Opens the stream of items. A PDF opens it once, XLSX once per sheet, so every call must start from the
   * beginning and read the same data (one database snapshot).
   */
  open: () => Reading;
  /** Default: 'No records for the selection'. */
  emptyText?: string;
  /** Default: US Letter landscape. */
  paper?: { size?: 'letter' | 'a4'; layout?: 'landscape' | 'portrait' };
  /** The PDF is signed once it is whole, for this reason. */
  seal?: { reason: string };
  /** Extra sheets in XLSX only, such as tax lots. */
  extraSheets?: readonly ExtraSheet[];
};

export type ExtraSheet = {
  name: string;
  columns: readonly Column[];
  rows: () => Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;
};

export const confidentiality =
  'Confidential. Contains shareholder records; for the use of the issuer and its agents only.';

export const emptySelection = 'No records for the selection';

/** Numbers are right-aligned by default, the rest left. */
export function alignOf(column: Column): 'left' | 'right' | 'center' {
  if (column.align) return column.align;
  return column.kind === 'text' || column.kind === 'date' || column.kind === 'boolean' ? 'left' : 'right';
}

/** True for a cell that names its kind; of others, the column or the value decides. */
export function hasKind(cell: Cell | undefined): cell is TypedValue | Link {
  return cell !== null && typeof cell === 'object' && 'kind' in cell;
}

/** What is printed of a cell that names its kind: of a link, its text. */
export function withoutLink(cell: TypedValue | Link): TypedValue {
  return cell.kind === 'link' ? { kind: 'text', value: cell.text } : cell;
}

/** The kind and value of a cell. */
export function typed(cell: Cell | undefined, column: Column): TypedValue {
  return hasKind(cell) ? withoutLink(cell) : { kind: column.kind, value: cell ?? null };
}
