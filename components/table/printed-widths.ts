import { afterNumber, type Column } from './columns.tsx';

/** The narrower of the usual sheets, upright, without its margins; all lengths in px at 96 an inch. */
const paperPx = 690;
/** A column of long texts asks for no more: they go on in the next line. */
const textMostPx = 260;
/** Widths of letters at 8 pt in a wide face. */
const lettersPx = { wide: 10.5, capital: 7.9, digit: 6.8, thin: 3.9, other: 6.5 } as const;
const aroundPx = 9;
const afterNumberPx = 16;
const statusPx = 14;

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

/**
 * Percent of the page for each column on paper: room for its longest word first, so that no figure, date or account
 * number is broken and misread, then for whole texts. Where not even the words fit, all give way alike.
 */
export function printedWidths<Row>(
  shown: readonly Column<Row>[],
  rows: readonly Row[],
  totals: ReadonlyMap<string, string>,
): number[] {
  const needs = shown.map((column, place) => {
    const status = column.kind === 'text' && column.whole ? statusPx : 0;
    const around = aroundPx + status + (afterNumber(shown[place - 1], column) ? afterNumberPx : 0);
    const texts = new Set(rows.map((row) => column.format(column.value(row))));
    texts.add(totals.get(column.id) ?? '');
    let word = Math.max(...column.header.split(' ').map(lengthPx));
    let whole = word;
    for (const text of texts) {
      whole = Math.max(whole, Math.min(lengthPx(text), textMostPx));
      for (const one of text.split(' ')) word = Math.max(word, lengthPx(one));
    }
    return { least: around + word, wish: around + Math.max(word, whole) };
  });
  const least = needs.reduce((sum, one) => sum + one.least, 0);
  const wish = needs.reduce((sum, one) => sum + one.wish, 0);
  if (least >= paperPx) return needs.map((one) => (one.least * 100) / least);
  if (wish <= paperPx) return needs.map((one) => (one.wish * 100) / wish);
  const part = (paperPx - least) / (wish - least);
  return needs.map((one) => ((one.least + (one.wish - one.least) * part) * 100) / paperPx);
}
