// Reads a date from a cell: a date cell, or text in the stated order.

import { addDays, isDate, parseDate } from '#lib/format/dates';
import type { RawCell } from '#lib/sheet/read/cells';
import { short } from '../findings.ts';
import { type Outcome, refused, valued, warned } from './outcome.ts';

export type DateOrder = 'YMD' | 'MDY' | 'DMY';

/** No register is older; such a year is a slip. */
const earliest = '1600-01-01';

const dashed = /^\d{1,2}-[a-z]{3,9}-\d{4}$/i;
const shortYear = /^(?:\d{1,2}[ -][a-z]{3,9}|[a-z]{3,9} \d{1,2},?)[ -]\d{2}$/i;
const numeric = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})$/;

/** A date cell, or text: yyyy-mm-dd, a named month, or figures in the order that was stated. */
export function dateOf(cell: RawCell, order: DateOrder | null, is1904: boolean): Outcome {
  const outcome = given(cell, order, is1904);
  const { value } = outcome;
  return value !== null && value < earliest
    ? refused('X03', `${short(cell.text.trim())} is before 1600. Is the year right?`)
    : outcome;
}

function given(cell: RawCell, order: DateOrder | null, is1904: boolean): Outcome {
  if (cell.kind === 'date') return ofSerial(cell.text, is1904);
  const text = cell.text.trim();
  const notDate = () => refused('X03', `${short(text)} is not a date.`);
  if (cell.kind !== 'text') return notDate();
  if (shortYear.test(text)) return refused('X05', `${text} has a year of two digits.`);
  const figures = numeric.exec(text);
  if (!figures || figures[1]!.length === 4) {
    const known = parseDate(
      figures
        ? figures.slice(1).map(twoDigits).join('-')
        : dashed.test(text)
          ? text.replaceAll('-', ' ')
          : text,
    );
    return known ? valued(known) : notDate();
  }
  const [, first, second, third] = figures as unknown as [string, string, string, string];
  if (third.length <= 2) return refused('X05', `${text} has a year of two digits.`);
  const readings = (order && order !== 'YMD' ? [order] : (['MDY', 'DMY'] as const))
    .map((of) => (of === 'MDY' ? [third, first, second] : [third, second, first]))
    .map((parts) => parts.map(twoDigits).join('-'))
    .filter(isDate);
  const [only, another] = new Set(readings);
  if (!only) return notDate();
  return another ? refused('X04', `${text} has two readings. State the date order.`) : valued(only);
}

const twoDigits = (figure: string) => figure.padStart(2, '0');

/** The last day that Excel knows, 9999-12-31. */
const lastSerial = 2_958_465;

/** A year that is typed into a date cell becomes a day of 1905. */
const [yearsFrom, yearsTo] = [1900, 2100];

/** The day of a day number; a time of day is left out. Excel counts a 29 February 1900, which did not exist. */
function ofSerial(text: string, is1904: boolean): Outcome {
  const days = Math.floor(Number(text));
  if (!(days >= (is1904 ? 0 : 1) && days <= lastSerial))
    return refused('X03', `${short(text)} is not a date.`);
  if (is1904) return valued(addDays('1904-01-01', days));
  if (days === 60)
    return refused('X06', '60 is 29 February 1900, which does not exist. Write the date as text.');
  const day = addDays(days < 60 ? '1899-12-31' : '1899-12-30', days);
  if (days < yearsFrom || days > yearsTo) return valued(day);
  return warned(day, 'X22', `${days} as a date cell is ${day}. Was the year meant? Write the whole date.`);
}
