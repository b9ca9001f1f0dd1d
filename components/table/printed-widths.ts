import { afterNumber, type Column } from './columns.tsx';

/** The narrower of the usual sheets, upright, without its margins; all lengths in px at 96 an inch. */
const paperPx = 690;
/** A column of long texts asks for no more: they go on in the next line. */
const textMostPx = 260;
/** Widths of letters at 8 pt in a wide face. */
const lettersPx = { wide: 10.5, capital: 7.9, digit: 6.8, thin: 3.9, other: 6.5 } as const;
const aroundPx = 9;
const afterNumberPx = 16;
const drawnPx = 14;
/** Up to here a column of single words is taken for one of numbers. */
const shortPx = 110;
/** Names need some of the page, whatever the figures ask for. */
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
  /** Its longest word, without which it would be broken. */
  least: number;
  /** Its longest text. */
  wish: number;
  /** A figure, a date, a status, an account number: what is misread when it is broken. */
  rigid: boolean;
};

function needOf<Row>(column: Column<Row>, before: Column<Row> | undefined, texts: readonly string[]): Need {
  // A sign, or the frame of a status, is drawn around what the column's text says.
  const drawn = column.cell && column.whole ? drawnPx : 0;
  const around = aroundPx + drawn + (afterNumber(before, column) ? afterNumberPx : 0);
  let word = Math.max(...column.header.split(' ').map(lengthPx));
  let whole = word;
  for (const text of texts) {
    whole = Math.max(whole, Math.min(lengthPx(text), textMostPx));
    for (const one of text.split(' ')) word = Math.max(word, lengthPx(one));
  }
  const short = word >= whole && word <= shortPx;
  return {
    least: around + word,
    wish: around + Math.max(word, whole),
    rigid: column.kind !== 'text' || column.whole === true || short,
  };
}

/**
 * Percent of the page for each column on paper: room for its longest word first, so that no figure, date or account
 * number is broken and misread, then for whole texts. Where not even the words fit, names and addresses give way.
 */
export function printedWidths<Row>(
  shown: readonly Column<Row>[],
  rows: readonly Row[],
  totals: ReadonlyMap<string, string>,
): number[] {
  const needs = shown.map((column, place) => {
    const texts = new Set(rows.map((row) => column.format(column.value(row))));
    return needOf(column, shown[place - 1], [...texts, totals.get(column.id) ?? '']);
  });
  const sum = (of: (need: Need) => number) => needs.reduce((all, need) => all + of(need), 0);
  const least = sum((need) => need.least);
  const wish = sum((need) => need.wish);
  const rigid = sum((need) => (need.rigid ? need.least : 0));
  const percent = (px: number) => (px * 100) / paperPx;
  if (wish <= paperPx) return needs.map((need) => (need.wish * 100) / wish);
  if (least <= paperPx) {
    const part = (paperPx - least) / (wish - least);
    return needs.map((need) => percent(need.least + (need.wish - need.least) * part));
  }
  if (rigid === least || rigid > paperPx * rigidMost) return needs.map((need) => (need.least * 100) / least);
  const part = (paperPx - rigid) / (least - rigid);
  return needs.map((need) => percent(need.rigid ? need.least : need.least * part));
}
