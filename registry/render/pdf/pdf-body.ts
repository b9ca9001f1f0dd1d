// Draws the body of a report with page breaks: sections, tables, facts and closing totals.

import {
  type Cell,
  emptySelection,
  type Fact,
  type Item,
  type Lines,
  type ReportDocument,
} from '../document.ts';
import type { Ink } from './canvas.ts';
import { draw, footer, ink, margin, paragraph, put, runningHead, titleBlock } from './page-frame.ts';
import { drawFacts } from './pdf-facts.ts';
import type { PdfFile } from './pdf-file.ts';
import { drawRow, keyText, prepareRow } from './pdf-table.ts';
import type { Element } from './structure.ts';
import { openGrids, type TitledColumns, titleLines } from './table-grids.ts';
import { openTable, type RowElements, type TableElements } from './table-structure.ts';

export type Body = {
  item: (item: Item) => void;
  /** What follows the last item: the notice of an empty report, control totals, proof, footnotes. */
  close: (closing: {
    totals: readonly Fact[];
    proofLines: readonly string[];
    footnotes: readonly string[];
    apart: boolean;
  }) => void;
};

const leading = 10;
const subLeading = 9;
const rowPad = 4.5;

/**
 * Lays out items from top to bottom, breaks pages and repeats the column titles. What a page repeats is an
 * artifact: a screen reader reads a table that goes on over pages as one.
 */
export function pdfBody(file: PdfFile, doc: ReportDocument): Body {
  const left = margin.side;
  const width = file.width - 2 * margin.side;
  const { structure } = file;
  const gridOf = openGrids(file, doc, left, width);
  let table = doc.tables[0];
  let grid = gridOf(table.id);
  let sectionTitle: string | undefined;
  let y = 0;
  let titlesShown = false;
  let freshTitles = false;
  let linesInSection = 0;
  let untouched = true;
  let owner: readonly Cell[] = [];
  let part = structure.open('Sect', structure.document);
  let elements: TableElements | undefined;

  startPage(true);

  function startPage(titled: boolean) {
    elements?.endPage();
    if (titled && file.page() > 0) {
      structure.close(part);
      part = structure.open('Sect', structure.document);
    }
    file.nextPage();
    footer(file, doc);
    y = titled ? titleBlock(file, doc, part) : runningHead(file, doc);
    untouched = true;
    if (titlesShown) {
      titlesShown = false;
      if (sectionTitle) continued(sectionTitle);
      showTitles();
    }
  }

  function endTable() {
    titlesShown = false;
    elements?.close();
    elements = undefined;
  }

  function ensureSpace(points: number) {
    if (y - points < margin.bottom) startPage(false);
  }

  function heading(text: string) {
    y = draw(file, 'H2', part, () => headingLines(text));
  }

  /** A heading repeated on the next page. */
  function continued(text: string) {
    file.canvas().beginArtifact('Header');
    y = headingLines(`${text} (continued)`);
    file.canvas().end();
  }

  function headingLines(text: string): number {
    return paragraph(file, text, left, y - 12, width, { size: 10.5, gray: 0.1 }, 'bold') + 4;
  }

  function showTitles() {
    const lines = grid.titles.height * subLeading + (grid.sub ? grid.sub.titles.height * subLeading + 1 : 0);
    if (!titlesShown && !untouched) ensureSpace(lines + 30);
    file.canvas().rule(left, y - 2, width, 0.8, 0.25);
    y -= 11.5;
    const isNew = elements === undefined;
    elements ??= openTable(file, grid, part);
    if (!isNew) file.canvas().beginArtifact('Header');
    titleRow(grid, ink.head, isNew ? elements.titles : undefined);
    if (grid.sub) {
      y -= subLeading + 1;
      titleRow(grid.sub, ink.soft, isNew ? elements.detailTitles : undefined);
    }
    if (!isNew) file.canvas().end();
    y -= 4.5;
    file.canvas().rule(left, y, width, 0.5, 0.45);
    titlesShown = true;
    freshTitles = true;
  }

  function titleRow({ slots, titles }: TitledColumns, style: Ink, row: RowElements | undefined) {
    const range = { from: 0, to: titles.height };
    const drawing = { low: true, ...(row && { cells: row.cells }) };
    drawRow(file, slots, titles, y, subLeading, style, range, drawing);
    row?.close();
    y -= (titles.height - 1) * subLeading;
  }

  /** Only a row taller than a page is split; other rows stay whole. */
  function line(
    cells: readonly Cell[],
    style: Ink,
    step: number,
    bold: boolean,
    rule: number,
    isDetail = false,
  ) {
    if (!titlesShown) showTitles();
    const { slots } = (isDetail && grid.sub) || grid;
    const row = prepareRow(file, slots, cells, style.size, bold ? 'bold' : 'regular');
    if (y - row.height * step - rowPad < margin.bottom && !freshTitles) {
      startPage(false);
      const key = isDetail ? keyText(table, owner) : '';
      if (key) {
        file.canvas().beginArtifact('Header');
        y = paragraph(file, `${key} (continued)`, left, y - step, width, ink.soft) + 4;
        file.canvas().end();
      }
    }
    const drawn = (elements as TableElements).row(isDetail);
    for (let from = 0; from < row.height; ) {
      const fitting = Math.max(1, Math.floor((y - rowPad - margin.bottom) / step));
      const to = Math.min(row.height, from + fitting);
      if (rule > 0 && !freshTitles) file.canvas().rule(left, y, width, rule, rule > 0.3 ? 0.4 : 0.82);
      drawRow(file, slots, row, y - step, step, style, { from, to }, drawn);
      y -= (to - from) * step + rowPad;
      freshTitles = false;
      from = to;
      if (from < row.height) startPage(false);
    }
    drawn.close();
    untouched = false;
    linesInSection += 1;
  }

  function emptySection() {
    if (linesInSection > 0) return;
    ensureSpace(20);
    y -= 16;
    const notice = () => put(file, doc.emptyText ?? emptySelection, left, y, { size: 9, gray: 0.3 });
    if (elements) {
      const row = elements.wideRow();
      file.begin(row.cells[0] as Element);
      notice();
      file.canvas().end();
      row.close();
    } else draw(file, 'P', part, notice);
    y -= 8;
  }

  function section(item: Extract<Item, { kind: 'section' }>) {
    if (sectionTitle !== undefined) emptySection();
    endTable();
    table = doc.tables.find((each) => each.id === item.table) ?? table;
    grid = gridOf(item.table);
    sectionTitle = item.title;
    linesInSection = 0;
    const breaks = item.page === 'new' || item.page === 'titled';
    if (breaks && !untouched) startPage(item.page === 'titled');
    else ensureSpace(71 + titleLines(grid) * subLeading);
    if (!untouched) y -= 8;
    if (item.title) heading(item.title);
    untouched = false;
  }

  /** A fact block that fits a page stays whole, with `after` points of what follows it. */
  function facts(title: string | undefined, pairs: readonly Fact[], aligned: boolean, after = 0) {
    endTable();
    const whole = 40 + pairs.length * 12.5 + after;
    ensureSpace(whole <= file.height - 2 * margin.bottom - margin.top ? whole : 240);
    if (title && !untouched) y -= 8;
    if (title) heading(title);
    y -= 4;
    const block = pairs.length > 0 ? structure.open('Table', part) : undefined;
    for (let at = 0; block && at < pairs.length; ) {
      const drawn = drawFacts(file, pairs.slice(at), y, aligned, block);
      at += drawn.count;
      y = drawn.y;
      if (at < pairs.length) {
        startPage(false);
        if (title) continued(title);
        y -= 4;
      }
      untouched = false;
    }
    if (block) structure.close(block);
    linesInSection += 1;
    y -= 4;
  }

  function text(body: string, style: Ink, bold: boolean) {
    ensureSpace(style.size * 2.7);
    const step = style.size * 1.35;
    y =
      draw(file, 'P', part, () =>
        paragraph(file, body, left, y - step, width, style, bold ? 'bold' : 'regular'),
      ) +
      step -
      3;
    untouched = false;
  }

  function letter(lines: Lines, strong: boolean) {
    endTable();
    linesInSection += 1;
    for (const each of lines) if (each) text(each, { size: 9, gray: 0.12 }, strong);
    y -= 6;
  }

  return {
    item(item) {
      switch (item.kind) {
        case 'row':
          owner = item.cells;
          return line(item.cells, ink.body, leading, false, 0.25);
        case 'sub':
          return line(item.cells, ink.soft, subLeading, false, 0, true);
        case 'total':
          return line(item.cells, ink.body, leading, true, 0.6);
        case 'section':
          return section(item);
        case 'facts':
          return facts(item.title, item.facts, false);
        case 'letter':
          return letter(item.lines, item.strong === true);
      }
    },
    close({ totals, proofLines, footnotes, apart }) {
      if (linesInSection === 0 && !sectionTitle) showTitles();
      emptySection();
      endTable();
      if (apart && totals.length > 0) startPage(true);
      if (totals.length > 0 || proofLines.length > 0) {
        y -= 10;
        facts('Control totals', totals, true, proofLines.length * 24 + footnotes.length * 14 + 16);
      }
      for (const line of proofLines) text(line, { size: 8.5, gray: 0.1 }, true);
      if (footnotes.length > 0) y -= 8;
      for (const note of footnotes) text(note, { size: 7.5, gray: 0.35 }, false);
      structure.close(part);
    },
  };
}
