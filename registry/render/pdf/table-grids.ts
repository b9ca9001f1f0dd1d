// Column positions and titles of each table of a report, computed once.

import type { Column, ReportDocument } from '../document.ts';
import { ink } from './page-frame.ts';
import type { PdfFile } from './pdf-file.ts';
import { type PreparedRow, prepareTitles, type Slot, slotsOf, widestWords } from './pdf-table.ts';

/** Column positions with the titles to be drawn. */
export type TitledColumns = { slots: Slot[]; titles: PreparedRow };

/** The columns of a table and those of its detail rows. */
export type Grid = TitledColumns & { sub?: TitledColumns };

export const subIndent = 16;

/** Grids of a report's tables by id, computed on first use; an unknown id is a RangeError. */
export function openGrids(
  file: PdfFile,
  doc: ReportDocument,
  left: number,
  width: number,
): (id: string) => Grid {
  const grids = new Map<string, Grid>();
  return (id) => {
    const known = grids.get(id);
    if (known) return known;
    const requested = doc.tables.find((each) => each.id === id);
    if (!requested) throw new RangeError(`the report has no table ${id}`);
    const make = (columns: readonly Column[], x: number, w: number, bold: boolean) => {
      const [size, weight] = bold
        ? ([ink.head.size, 'bold'] as const)
        : ([ink.soft.size, 'regular'] as const);
      const slots = slotsOf(columns, x, w, widestWords(file, columns, size, weight));
      return { slots, titles: prepareTitles(file, slots, size, weight) };
    };
    const made: Grid = make(requested.columns, left, width, true);
    if (requested.sub) made.sub = make(requested.sub.columns, left + subIndent, width - subIndent, false);
    grids.set(id, made);
    return made;
  };
}

export function titleLines({ titles, sub }: Grid): number {
  return titles.height + (sub?.titles.height ?? 0);
}
