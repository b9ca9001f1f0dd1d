import { formatDate, isDate, parseDate } from '../format/dates.ts';

/** The first day of the books of an issuer, in the sentence that refuses an earlier one and in an address. */

export const booksSentence = (issuer: string, day: string): string =>
  `The books of ${issuer} begin on ${formatDate(day)}${end}`;

const end = '. Earlier days are not known.';

const prefix = 'books:';

/** 'books:2026-10-30' for the sentence of any issuer; '' for another one. */
export function firstDayIn(message: string): string {
  const [, text = ''] = message.startsWith('The books of ') ? message.split(' begin on ') : [];
  const day = text.endsWith(end) ? parseDate(text.slice(0, -end.length)) : null;
  return day ? `${prefix}${day}` : '';
}

/** The sentence as a clause of another one; '' for another sentence. */
export const booksClause = (message: string): string =>
  firstDayIn(message) && `the${message.slice('The'.length, -end.length)}`;

/** The day of such a part of an address, or null. */
export function readFirstDay(part: string): string | null {
  const day = part.startsWith(prefix) ? part.slice(prefix.length) : '';
  return isDate(day) ? day : null;
}
