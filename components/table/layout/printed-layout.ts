// Chooses column widths and font size of a printed table.

import { parseDate } from '#lib/format/dates';
import { afterNumber, type Column } from '../columns.tsx';

/** Width of the narrower common paper size in portrait, without margins; all lengths in px at 96 per inch. */
const paperPx = 690;
/** Largest width of a text column: longer texts wrap. */
const textMostPx = 260;
/** Font sizes in pt: smaller ones where a table has many columns. */
const sizes = [8, 7, 6.5] as const;
export type PrintedSize = (typeof sizes)[number];
/** Widths of letters at the first size in a wide font. */
const lettersPx = { wide: 10.5, capital: 7.9, digit: 6.8, thin: 3.9, other: 6.5 } as const;
const aroundPx = 9;
const afterNumberPx = 16;
const drawnPx = 14;
/** Up to this width, a column of single words is treated like one of numbers. */
const shortPx = 110;
/** Largest part of the page for figures: names need the rest. */
const rigidMost = 0.85;

function lengthPx(text: string): number {
  let sum = 0;
  for (const letter of text) {
    if (/[ .,:;'|/()-]/.test(letter)) sum += lettersPx.thin;
    else if (/[mwMW%+<>=&@]/.test(letter)) sum += lettersPx.wide;
    else if (/\d/.test(letter)) sum += lettersPx.digit;
    else sum += /\p{Lu}/u.test(letter) ? lettersPx.capital : lettersPx.other;
  }
  return sum;
}

type Need = {
  /** Width of the longest word, which would otherwise be broken. */
  min: number;
  /** Width of the longest text. */
  preferred: number;
  /** Figure, date, status or account number, which must not be broken. */
  rigid: boolean;
};

function needOf<Row>(
  column: Column<Row>,
  before: Column<Row> | undefined,
  texts: readonly string[],
  scale: number,
): Need {
  const px = (text: string) => lengthPx(text) * scale;
  // An icon or the frame of a status is drawn around the text.
  const drawn = column.cell && column.whole ? drawnPx : 0;
  const around = aroundPx + drawn + (afterNumber(before, column) ? afterNumberPx : 0);
  let word = Math.max(...column.header.split(' ').map(px));
  let whole = word;
  for (const text of texts) {
    whole = Math.max(whole, Math.min(px(text), textMostPx));
    // A date is one word: it must not be broken at its spaces.
    const words = column.kind === 'date' && parseDate(text) ? [text] : text.split(' ');
    for (const one of words) word = Math.max(word, px(one));
  }
  const short = word >= whole && word <= shortPx;
  return {
    min: around + word,
    preferred: around + Math.max(word, whole),
    rigid: column.kind !== 'text' || column.whole === true || short,
  };
}

/** Percent of the page for each column, or null where not even the longest words fit. */
function fitted(needs: readonly Need[]): number[] | null {
  const min = sumOf(needs, (need) => need.min);
  const preferred = sumOf(needs, (need) => need.preferred);
  if (min > paperPx) return null;
  if (preferred <= paperPx) return needs.map((need) => (need.preferred * 100) / preferred);
  const part = (paperPx - min) / (preferred - min);
  return needs.map((need) => percent(need.min + (need.preferred - need.min) * part));
}

/** Names and addresses shrink; where figures alone fill the page, all columns shrink equally. */
function givingWay(needs: readonly Need[]): number[] {
  const min = sumOf(needs, (need) => need.min);
  const rigid = sumOf(needs, (need) => (need.rigid ? need.min : 0));
  if (rigid === min || rigid > paperPx * rigidMost) return needs.map((need) => (need.min * 100) / min);
  const part = (paperPx - rigid) / (min - rigid);
  return needs.map((need) => percent(need.rigid ? need.min : need.min * part));
}

const sumOf = (needs: readonly Need[], of: (need: Need) => number) =>
  needs.reduce((all, need) => all + of(need), 0);
const percent = (px: number) => (px * 100) / paperPx;

/**
 * Column widths in print, in percent of the page, and the font size: space for each column's longest word
 * first, so that no figure, date or account number is broken, then for whole texts.
 */
export function printedLayout<Row>(
  shown: readonly Column<Row>[],
  rows: readonly Row[],
  totals: ReadonlyMap<string, string>,
): { widths: number[]; size: PrintedSize } {
  const texts = shown.map((column) => [
    ...new Set(rows.map((row) => column.format(column.value(row)))),
    totals.get(column.id) ?? '',
  ]);
  const needsAt = (size: PrintedSize) =>
    shown.map((column, index) => needOf(column, shown[index - 1], texts[index] ?? [], size / sizes[0]));
  for (const size of sizes) {
    const widths = fitted(needsAt(size));
    if (widths) return { widths, size };
  }
  return { widths: givingWay(needsAt(sizes[2])), size: sizes[2] };
}
