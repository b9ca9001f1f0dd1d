import {
  type Cell,
  emptySelection,
  type Fact,
  type Item,
  type Lines,
  type ReportDocument,
} from '../document.ts';
import type { Ink } from './canvas.ts';
import { footer, ink, margin, paragraph, put, runningHead, titleBlock } from './page-frame.ts';
import { drawFacts } from './pdf-facts.ts';
import type { PdfFile } from './pdf-file.ts';
import { openGrids, titleLines } from './pdf-grid.ts';
import { drawRow, keyText, prepareRow, type Slot } from './pdf-table.ts';

export type Body = {
  item: (item: Item) => void;
  /** What follows the last item: the notice of an empty report, control totals, proof, footnotes. */
  close: (closing: {
    totals: readonly Fact[];
    proofLine?: string;
    footnotes: readonly string[];
    apart: boolean;
  }) => void;
};

const leading = 10;
const subLeading = 9;
const rowPad = 4.5;

/** Lays out items from top to bottom, breaks pages and repeats the column titles. */
export function pdfBody(file: PdfFile, doc: ReportDocument): Body {
  const left = margin.side;
  const width = file.width - 2 * margin.side;
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

  startPage(true);

  function startPage(titled: boolean) {
    file.nextPage();
    footer(file, doc);
    y = titled ? titleBlock(file, doc) : runningHead(file, doc);
    untouched = true;
    if (titlesShown) {
      titlesShown = false;
      if (sectionTitle) heading(`${sectionTitle} (continued)`);
      showTitles();
    }
  }

  function ensureSpace(points: number) {
    if (y - points < margin.bottom) startPage(false);
  }

  function heading(text: string) {
    y = paragraph(file, text, left, y - 12, width, { size: 10.5, gray: 0.1 }, 'bold') + 4;
  }

  function showTitles() {
    const lines = grid.titles.height * subLeading + (grid.sub ? grid.sub.titles.height * subLeading + 1 : 0);
    if (!titlesShown && !untouched) ensureSpace(lines + 30);
    file.canvas().rule(left, y - 2, width, 0.8, 0.25);
    y -= 11.5;
    drawRow(
      file,
      grid.slots,
      grid.titles,
      y,
      subLeading,
      ink.head,
      { from: 0, to: grid.titles.height },
      true,
    );
    y -= (grid.titles.height - 1) * subLeading;
    if (grid.sub) {
      y -= subLeading + 1;
      const range = { from: 0, to: grid.sub.titles.height };
      drawRow(file, grid.sub.slots, grid.sub.titles, y, subLeading, ink.soft, range, true);
      y -= (grid.sub.titles.height - 1) * subLeading;
    }
    y -= 4.5;
    file.canvas().rule(left, y, width, 0.5, 0.45);
    titlesShown = true;
    freshTitles = true;
  }

  /** Only a row taller than a page is split; other rows stay whole. */
  function line(
    slots: readonly Slot[],
    cells: readonly Cell[],
    style: Ink,
    step: number,
    bold: boolean,
    rule: number,
    isDetail = false,
  ) {
    if (!titlesShown) showTitles();
    const row = prepareRow(file, slots, cells, style.size, bold ? 'bold' : 'regular');
    if (y - row.height * step - rowPad < margin.bottom && !freshTitles) {
      startPage(false);
      const key = isDetail ? keyText(table, owner) : '';
      if (key) y = paragraph(file, `${key} (continued)`, left, y - step, width, ink.soft) + 4;
    }
    for (let from = 0; from < row.height; ) {
      const fitting = Math.max(1, Math.floor((y - rowPad - margin.bottom) / step));
      const to = Math.min(row.height, from + fitting);
      if (rule > 0 && !freshTitles) file.canvas().rule(left, y, width, rule, rule > 0.3 ? 0.4 : 0.82);
      drawRow(file, slots, row, y - step, step, style, { from, to });
      y -= (to - from) * step + rowPad;
      freshTitles = false;
      from = to;
      if (from < row.height) startPage(false);
    }
    untouched = false;
    linesInSection += 1;
  }

  function emptySection() {
    if (linesInSection > 0) return;
    ensureSpace(20);
    y -= 16;
    put(file, doc.emptyText ?? emptySelection, left, y, { size: 9, gray: 0.3 });
    y -= 8;
  }

  function section(item: Extract<Item, { kind: 'section' }>) {
    if (sectionTitle !== undefined) emptySection();
    titlesShown = false;
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
    titlesShown = false;
    const whole = 40 + pairs.length * 12.5 + after;
    ensureSpace(whole <= file.height - 2 * margin.bottom - margin.top ? whole : 240);
    if (title && !untouched) y -= 8;
    if (title) heading(title);
    y -= 4;
    for (let at = 0; at < pairs.length; ) {
      const drawn = drawFacts(file, pairs.slice(at), y, aligned);
      at += drawn.count;
      y = drawn.y;
      if (at < pairs.length) {
        startPage(false);
        if (title) heading(`${title} (continued)`);
        y -= 4;
      }
      untouched = false;
    }
    linesInSection += 1;
    y -= 4;
  }

  function text(body: string, style: Ink, bold: boolean) {
    ensureSpace(style.size * 2.7);
    y =
      paragraph(file, body, left, y - style.size * 1.35, width, style, bold ? 'bold' : 'regular') +
      style.size * 1.35 -
      3;
    untouched = false;
  }

  function letter(lines: Lines, strong: boolean) {
    titlesShown = false;
    linesInSection += 1;
    for (const each of lines) if (each) text(each, { size: 9, gray: 0.12 }, strong);
    y -= 6;
  }

  return {
    item(item) {
      switch (item.kind) {
        case 'row':
          owner = item.cells;
          return line(grid.slots, item.cells, ink.body, leading, false, 0.25);
        case 'sub':
          return line((grid.sub ?? grid).slots, item.cells, ink.soft, subLeading, false, 0, true);
        case 'total':
          return line(grid.slots, item.cells, ink.body, leading, true, 0.6);
        case 'section':
          return section(item);
        case 'facts':
          return facts(item.title, item.facts, false);
        case 'note':
          return text(item.text, { size: 7.5, gray: 0.35 }, false);
        case 'letter':
          return letter(item.lines, item.strong === true);
      }
    },
    close({ totals, proofLine, footnotes, apart }) {
      if (linesInSection === 0 && !sectionTitle) showTitles();
      emptySection();
      titlesShown = false;
      if (apart && totals.length > 0) startPage(true);
      if (totals.length > 0 || proofLine) {
        y -= 10;
        facts('Control totals', totals, true, (proofLine ? 24 : 0) + footnotes.length * 14 + 16);
      }
      if (proofLine) text(proofLine, { size: 8.5, gray: 0.1 }, true);
      if (footnotes.length > 0) y -= 8;
      for (const note of footnotes) text(note, { size: 7.5, gray: 0.35 }, false);
    },
  };
}
