// Tests whether a row matches the search words and the filters of its columns.

import { plainText } from '#components/ui/input/plain-text';
import { dateSearchText, parseDate } from '#lib/format/dates';
import type { Column } from '../columns.tsx';
import { type CellValue, exactKey } from './exact.ts';

/** True when the row's displayed text has every word, ignoring accents and case; words may be in any column. */
export function termsFilter<Row>(columns: readonly Column<Row>[], terms: string): (row: Row) => boolean {
  const requested = plainText(terms).split(/\s+/).filter(Boolean);
  const texts = textsOf(columns);
  return (row) => {
    let text = texts.get(row as object);
    if (text === undefined) {
      text = plainText(columns.map((column) => searchText(column, column.value(row))).join('\n'));
      texts.set(row as object, text);
    }
    return requested.every((word) => text.includes(word));
  };
}

/** The text as displayed; of a date, also the other forms in which a user may type it. */
function searchText<Row>(column: Column<Row>, value: CellValue): string {
  const shown = column.format(value);
  const others = column.kind === 'date' ? dateSearchText(String(value ?? '')) : '';
  return others ? `${shown}\n${others}` : shown;
}

const known = new WeakMap<object, WeakMap<object, string>>();

/** Cached search text of each row, so that later key presses are fast. */
function textsOf<Row>(columns: readonly Column<Row>[]): WeakMap<object, string> {
  const texts = known.get(columns) ?? new WeakMap<object, string>();
  known.set(columns, texts);
  return texts;
}

const comparison = /^(>=|<=|>|<|=)(.+)$/s;

/**
 * The test of a column filter. Text: contains all words; `=Class A`: equals the text. Numbers and dates also:
 * `>1000`, `<=5`, `=250`, `1000..2000`, `2026-01-01..`. A whole date in any form finds that day. Any other text
 * is searched in the displayed and the plain value.
 */
export function columnTest<Row>(column: Column<Row>, expression: string): (row: Row) => boolean {
  const text = expression.trim();
  if (column.kind !== 'text') {
    const bound = (part: string) =>
      column.kind === 'date'
        ? (parseDate(part) ?? undefined)
        : exactKey(part.replaceAll(',', '').replace('%', ''));
    const match = comparison.exec(text);
    const limit = match && bound((match[2] ?? '').trim());
    if (match && limit !== undefined && limit !== null)
      return (row) => compared(column.key(row), match[1], limit);
    const dots = text.indexOf('..');
    if (dots >= 0) {
      const [low, high] = [bound(text.slice(0, dots).trim()), bound(text.slice(dots + 2).trim())];
      if (low !== undefined || high !== undefined) {
        return (row) =>
          (low === undefined || compared(column.key(row), '>=', low)) &&
          (high === undefined || compared(column.key(row), '<=', high));
      }
    }
    const day = column.kind === 'date' ? parseDate(text) : null;
    if (day) return (row) => column.key(row) === day;
  }
  const whole = column.kind === 'text' && text.startsWith('=') ? plainText(text.slice(1)).trim() : '';
  if (whole) return (row) => plainText(column.format(column.value(row))).trim() === whole;
  const requested = plainText(text).split(/\s+/).filter(Boolean);
  return (row) => {
    const value = column.value(row);
    const shown = plainText(`${searchText(column, value)}\n${value ?? ''}`);
    return requested.every((word) => shown.includes(word));
  };
}

function compared(key: bigint | string | undefined, sign: string | undefined, limit: bigint | string) {
  if (key === undefined) return false;
  if (sign === '>') return key > limit;
  if (sign === '<') return key < limit;
  if (sign === '>=') return key >= limit;
  if (sign === '<=') return key <= limit;
  return key === limit;
}
