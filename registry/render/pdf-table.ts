import type { Ink } from './canvas.ts';
import { alignOf, type Cell, type Column, typed } from './document.ts';
import type { Weight } from './faces.ts';
import { wrapText } from './fit.ts';
import type { PdfFile } from './pdf-file.ts';
import { printed } from './printed.ts';
import type { TextLine } from './text-encoder.ts';

/** A column's place on the page. */
export type Slot = { column: Column; x: number; width: number; align: 'left' | 'right' | 'center' };

/** The lines of each cell of a row; `height` is the largest count. */
export type PreparedRow = { cells: readonly (readonly TextLine[])[]; height: number };

const gutter = 9;

/** Divides `width` from `left` by the columns' weights. */
export function slotsOf(columns: readonly Column[], left: number, width: number): Slot[] {
  const sum = columns.reduce((total, column) => total + column.weight, 0);
  const free = width - gutter * (columns.length - 1);
  let x = left;
  return columns.map((column) => {
    const slot = { column, x, width: (free * column.weight) / sum, align: alignOf(column) };
    x += slot.width + gutter;
    return slot;
  });
}

/** Formats and wraps a row. Text wraps; numbers and dates stay on one line and are narrowed if need be. */
export function prepareRow(
  file: PdfFile,
  slots: readonly Slot[],
  cells: readonly Cell[],
  size: number,
  weight: Weight,
): PreparedRow {
  let height = 1;
  const prepared = slots.map((slot, index) => {
    const { kind, value } = typed(cells[index], slot.column);
    const lines: TextLine[] = [];
    for (const text of printed(kind, value)) {
      if (kind === 'text') lines.push(...wrapText(file.encoder, text, weight, (slot.width * 1000) / size));
      else lines.push(file.encoder.encode(text, weight));
    }
    if (lines.length > height) height = lines.length;
    return lines;
  });
  return { cells: prepared, height };
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

/** Draws lines `from`…`to` of a row, the first one on the baseline y. `low` sets shorter cells to the bottom. */
export function drawRow(
  file: PdfFile,
  slots: readonly Slot[],
  row: PreparedRow,
  y: number,
  leading: number,
  style: Ink,
  range: { from: number; to: number },
  low = false,
): void {
  const canvas = file.canvas();
  for (const [index, slot] of slots.entries()) {
    const lines = row.cells[index] ?? [];
    const sunk = low ? row.height - lines.length : 0;
    for (let at = range.from; at < range.to; at += 1) {
      const line = lines[at - sunk];
      if (!line) continue;
      const width = (line.width * style.size) / 1000;
      const squeeze = width > slot.width ? slot.width / width : 1;
      const space = slot.width - width * squeeze;
      const shift = slot.align === 'right' ? space : slot.align === 'center' ? space / 2 : 0;
      canvas.text(line, slot.x + shift, y - (at - range.from) * leading, style, squeeze);
    }
  }
}
