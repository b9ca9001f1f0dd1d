// Measures window width and text size, and computes column widths.

'use client';

import { useLayoutEffect, useRef, useState } from 'react';
import { phoneQuery, useMediaQuery } from '#components/ui/browser/use-media-query';
import type { Column, ColumnKind } from '../columns.tsx';

const defaultTextPx = 16;
/** On a phone three columns fit side by side: a name, a number, a figure. */
const phoneWidthMaxPx = { text: 120, number: 104, date: 104 } as const;

export type Viewport = {
  /** The user's text size relative to the default; column widths in px are scaled by it. */
  scale: number;
  phone: boolean;
};

/** Window width and text size available for columns. */
export function useViewport(): Viewport {
  // In the first render too: a table drawn in the browser is never a table first and cards then.
  const isPhone = useMediaQuery(phoneQuery);
  const [scale, setScale] = useState(1);
  useLayoutEffect(() => {
    const rootPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    setScale(rootPx > 0 ? rootPx / defaultTextPx : 1);
  }, []);
  return { scale, phone: isPhone };
}

/** Width of a column in px; `isDefault` is false when the user has set it. */
export function drawnWidthPx(
  column: { kind: ColumnKind; widthPx: number },
  isDefault: boolean,
  viewport: Viewport,
): number {
  const widthPx =
    viewport.phone && isDefault ? Math.min(column.widthPx, phoneWidthMaxPx[column.kind]) : column.widthPx;
  return widthPx * viewport.scale;
}

/**
 * In order: character width of a cell, where a date has narrow letters and spaces; of a total, which is bold;
 * padding of a cell; frame of a status in a cell.
 */
const characterPx = { text: 8, number: 8, date: 7.5 } as const;
const totalCharacterPx = 8.5;
const aroundPx = 18;
const statusPx = 14;

type Seen<Row> = { shown: readonly Column<Row>[]; rows: readonly Row[]; totals: ReadonlyMap<string, string> };

/**
 * Width each column needs, in px at the default text size, so that no number or date of the rows rendered so far
 * and no total is cut. Widths only grow, so that columns do not shrink while being read.
 */
export function useMinColumnWidths<Row>({ shown, rows, totals }: Seen<Row>): (column: Column<Row>) => number {
  const widest = useRef(new Map<string, number>());
  for (const { id, kind, whole, format, value } of shown) {
    let length = 0;
    if (whole) for (const row of rows) length = Math.max(length, format(value(row)).length);
    const totalPx = (totals.get(id)?.length ?? 0) * totalCharacterPx;
    widest.current.set(id, Math.max(widest.current.get(id) ?? 0, length * characterPx[kind], totalPx));
  }
  return ({ id, kind, cell }) => {
    const textPx = widest.current.get(id) ?? 0;
    return textPx === 0 ? 0 : textPx + aroundPx + (cell && kind === 'text' ? statusPx : 0);
  };
}
