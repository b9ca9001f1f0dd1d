// Structure elements of tables: rows, header cells and data cells.

import type { PdfFile } from './pdf-file.ts';
import type { Element } from './structure.ts';
import type { Grid } from './table-grids.ts';

/** The elements of a row and of its cells, one per column. */
export type RowElements = { cells: readonly Element[]; close: () => void };

/** The elements of one table, which may go on over many pages. */
export type TableElements = {
  /** The titles of the columns; to be closed when they are drawn. */
  titles: RowElements;
  /** The titles of the columns of detail rows. */
  detailTitles?: RowElements;
  row: (isDetail: boolean) => RowElements;
  /** A row with one cell over all columns. */
  wideRow: () => RowElements;
  /** Ends the rows of a page, so that memory holds one page of them. */
  endPage: () => void;
  close: () => void;
};

/**
 * Opens a table below `parent`. Details have columns of their own: each cell of a table with details names the
 * title it belongs to, and the last cell of the shorter rows spans the rest, so that every row has the same
 * number of columns.
 */
export function openTable(file: PdfFile, grid: Grid, parent: Element): TableElements {
  const { structure } = file;
  const table = structure.open('Table', parent);
  const head = structure.open('THead', table);
  const count = grid.slots.length;
  const detailCount = grid.sub?.slots.length ?? 0;
  const columns = Math.max(count, detailCount);
  let body: Element | undefined;

  const spanOf = (of: number, index: number) => (index === of - 1 ? columns - of + 1 : 1);

  function attribute(text: string, span: number): string {
    const spanning = span > 1 ? `/ColSpan ${span}` : '';
    return text || spanning ? structure.attribute(`<</O/Table${text}${spanning}>>`) : '';
  }

  const titleName = (isDetail: boolean, index: number) => `t${table.id}${isDetail ? 'd' : 'c'}${index}`;

  function titleRow(of: number, isDetail: boolean): RowElements {
    const entries = Array.from({ length: of }, (_, index) => {
      const scope = attribute('/Scope/Column', spanOf(of, index));
      return grid.sub ? `${scope}/ID(${titleName(isDetail, index)})` : scope;
    });
    const made = rowOf(head, 'TH', entries);
    if (grid.sub)
      for (const [index, { id }] of made.cells.entries()) structure.named(id, titleName(isDetail, index));
    return made;
  }

  function cellEntries(of: number, isDetail: boolean): string[] {
    return Array.from({ length: of }, (_, index) =>
      attribute(grid.sub ? `/Headers[(${titleName(isDetail, index)})]` : '', spanOf(of, index)),
    );
  }

  function rowOf(within: Element, type: 'TH' | 'TD', entries: readonly string[]): RowElements {
    const row = structure.open('TR', within);
    const cells = entries.map((each) => structure.open(type, row, each));
    return {
      cells,
      close() {
        // In the order of their numbers, which the cross-reference stream stores as one run.
        structure.close(row);
        for (const cell of cells) structure.close(cell);
      },
    };
  }

  function bodyOfPage(): Element {
    body ??= structure.open('TBody', table);
    return body;
  }

  function endPage() {
    if (body) structure.close(body);
    body = undefined;
  }

  const entries = cellEntries(count, false);
  const detailEntries = cellEntries(detailCount, true);
  const titles = titleRow(count, false);
  const detailTitles = grid.sub ? titleRow(detailCount, true) : undefined;
  structure.close(head);

  return {
    titles,
    ...(detailTitles && { detailTitles }),
    row: (isDetail) => rowOf(bodyOfPage(), 'TD', isDetail && grid.sub ? detailEntries : entries),
    wideRow: () => rowOf(bodyOfPage(), 'TD', [attribute('', columns)]),
    endPage,
    close() {
      endPage();
      structure.close(table);
    },
  };
}
