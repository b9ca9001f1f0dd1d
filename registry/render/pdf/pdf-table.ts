// Column widths, text wrapping and drawing of table rows.

import { alignOf, type Cell, type Column, type Table, typed } from '../document.ts';
import { printed } from '../printed.ts';
import type { Ink } from './canvas.ts';
import type { Weight } from './font-faces.ts';
import type { PdfFile } from './pdf-file.ts';
import type { Element } from './structure.ts';
import type { TextLine } from './text-encoder.ts';
import { wrapText } from './wrap-text.ts';

/** A column's position on the page. */
export type Slot = { column: Column; x: number; width: number; align: 'left' | 'right' | 'center' };

/** The lines of each cell of a row; `height` is the largest count. */
export type PreparedRow = { cells: readonly (readonly TextLine[])[]; height: number };

const gutter = 9;

/** A word up to this much too wide is narrowed instead of broken: '12/31/202' above '4' is no readable date. */
const narrowedWord = 1.25;

/**
 * Divides `width` from `left` by the columns' weights. No column gets less than its `leasts` entry if space
 * allows.
 */
export function slotsOf(
  columns: readonly Column[],
  left: number,
  width: number,
  leasts: readonly number[] = [],
): Slot[] {
  const widths = shared(columns, leasts, width - gutter * (columns.length - 1));
  let x = left;
  return columns.map((column, index) => {
    const slot = { column, x, width: widths[index] ?? 0, align: alignOf(column) };
    x += slot.width + gutter;
    return slot;
  });
}

/** The widest word of each title in points, so that a narrow column does not break it. */
export function widestWords(
  file: PdfFile,
  columns: readonly Column[],
  size: number,
  weight: Weight,
): number[] {
  return columns.map(({ header }) =>
    Math.max(...header.split(' ').map((word) => (file.encoder.encode(word, weight).width * size) / 1000)),
  );
}

function shared(columns: readonly Column[], leasts: readonly number[], width: number): number[] {
  const fixed = new Map<number, number>();
  for (;;) {
    const free = width - [...fixed.values()].reduce((sum, each) => sum + each, 0);
    const sum = columns.reduce((total, each, index) => total + (fixed.has(index) ? 0 : each.weight), 0);
    const part = (index: number) => (free * (columns[index]?.weight ?? 0)) / sum;
    const short = columns.findIndex((_, index) => !fixed.has(index) && part(index) < (leasts[index] ?? 0));
    if (short < 0) return columns.map((_, index) => fixed.get(index) ?? part(index));
    fixed.set(short, leasts[short] ?? 0);
    // When the titles need more than the page width, they are broken.
    if (fixed.size === columns.length) return shared(columns, [], width);
  }
}

/** Formats and wraps a row. Text wraps; numbers and dates stay on one line and are narrowed if necessary. */
export function prepareRow(
  file: PdfFile,
  slots: readonly Slot[],
  cells: readonly Cell[],
  size: number,
  weight: Weight,
): PreparedRow {
  let height = 1;
  const prepared: (readonly TextLine[])[] = [];
  for (let index = 0; index < slots.length; index += 1) {
    const slot = slots[index] as Slot;
    const lines = cellLines(file, slot, cells[index], size, weight);
    if (lines.length > height) height = lines.length;
    prepared.push(lines);
  }
  return { cells: prepared, height };
}

const nothing: readonly TextLine[] = [];

function cellLines(
  file: PdfFile,
  slot: Slot,
  cell: Cell | undefined,
  size: number,
  weight: Weight,
): readonly TextLine[] {
  const { encoder } = file;
  const { kind, value } = typed(cell, slot.column);
  const widthMax = (slot.width * 1000) / size;
  const texts = printed(kind, value);
  if (texts.length === 0) return nothing;
  if (kind !== 'text') return texts.map((text) => encoder.encode(text, weight));
  const wordMax = widthMax * narrowedWord;
  const [only = ''] = texts;
  if (texts.length === 1) return wrapText(encoder, only, weight, widthMax, wordMax);
  return texts.flatMap((text) => wrapText(encoder, text, weight, widthMax, wordMax));
}

/** The key cells of a row, repeated at the top of a page that begins among its details. */
export function keyText({ columns, sub }: Table, cells: readonly Cell[]): string {
  const texts = (sub?.keys ?? []).map((key) => {
    const column = columns[key];
    if (!column) return '';
    const { kind, value } = typed(cells[key], column);
    return printed(kind, value).join(' ');
  });
  return texts.filter(Boolean).join('   ·   ');
}

/** Column titles, wrapped. */
export function prepareTitles(
  file: PdfFile,
  slots: readonly Slot[],
  size: number,
  weight: Weight,
): PreparedRow {
  const cells = slots.map((slot) =>
    wrapText(file.encoder, slot.column.header, weight, (slot.width * 1000) / size),
  );
  return { cells, height: Math.max(1, ...cells.map((lines) => lines.length)) };
}

/**
 * Draws lines `from`…`to` of a row, the first one on the baseline y. `low` aligns shorter cells to the bottom.
 * `cells` are the elements of its cells; without them the row is drawn within what the caller has begun.
 */
export function drawRow(
  file: PdfFile,
  slots: readonly Slot[],
  row: PreparedRow,
  y: number,
  leading: number,
  style: Ink,
  range: { from: number; to: number },
  { low = false, cells }: { low?: boolean; cells?: readonly Element[] } = {},
): void {
  const canvas = file.canvas();
  for (let index = 0; index < slots.length; index += 1) {
    const slot = slots[index] as Slot;
    const lines = row.cells[index] ?? nothing;
    const sunk = low ? row.height - lines.length : 0;
    const from = Math.max(range.from, sunk);
    const to = Math.min(range.to, sunk + lines.length);
    if (from >= to) continue;
    const cell = cells?.[index];
    if (cell) file.begin(cell);
    for (let at = from; at < to; at += 1) {
      const line = lines[at - sunk] as TextLine;
      const width = (line.width * style.size) / 1000;
      const squeeze = width > slot.width ? slot.width / width : 1;
      const space = slot.width - width * squeeze;
      const shift = slot.align === 'right' ? space : slot.align === 'center' ? space / 2 : 0;
      canvas.text(
        line,
        slot.x + shift,
        y - (at - range.from) * leading,
        style,
        squeeze,
        at - sunk + 1 < lines.length,
      );
    }
    if (cell) canvas.end();
  }
}
