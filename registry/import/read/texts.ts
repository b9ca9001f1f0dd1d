// Normalizes the text of cells: spaces, quotes, dashes and invisible characters.

import type { RawCell } from '#lib/sheet/read/cells';
import { short } from '../findings.ts';
import { lostDigits } from './numbers.ts';
import { type Outcome, refused, valued, warned } from './outcome.ts';

/** Quotes and dashes that word processors put in, as they are typed. */
const typed: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
};

/** Marks without width, and the soft hyphen. */
const invisible = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

export type Plain = { text: string; isChanged: boolean };

/** Text with single plain spaces and typed quotes, without invisible marks, in composed form. */
export function plainText(given: string, keepsLines: boolean): Plain {
  // Nearly all texts are plain already.
  if (/^[!-~](?:[ -~]*[!-~])?$/.test(given) && !given.includes('  '))
    return { text: given, isChanged: false };
  const clean = given
    .normalize('NFC')
    .replace(invisible, '')
    .replace(/[\u2018\u2019\u201a\u201c\u201d\u201e]/g, (sign) => typed[sign]!);
  const lines = keepsLines ? clean.split(/\r\n|\r|\n/) : [clean];
  const text = lines
    .map((line) => line.split(/\s+/).filter(Boolean).join(' '))
    .join('\n')
    .trim();
  return { text, isChanged: text !== given.normalize('NFC') };
}

/** Characters that no text of a register has: controls other than line breaks and tabs. */
const control = /(?![\t\n\r])\p{Cc}/u;
/** UTF-8 that was read as Windows-1252. */
const misread = /[\u00c2\u00c3][\u0080-\u00bf]|\u00e2\u20ac/;

/** A cell of a text field. A number is taken with its digits. */
export function textOf(
  cell: RawCell,
  name: string,
  max: number,
  isId: boolean,
): Outcome & { isChanged?: boolean } {
  if (cell.kind === 'boolean') return refused('X13', `${cell.text} is a logical value. Enter text.`);
  if (cell.kind === 'number' || cell.kind === 'date') {
    const lost = lostDigits(cell);
    if (lost) return lost;
    if (cell.kind === 'date') return refused('X13', `${cell.text} is a date. Enter text.`);
    const text = cell.text.replace(/\.0*$/, '');
    return isId
      ? warned(text, 'X11', `${text} is stored as a number. Leading zeros may be lost.`)
      : valued(text);
  }
  const bad = control.exec(cell.text)?.[0];
  if (bad !== undefined) {
    const code = bad.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return refused('X14', `The character U+${code} is not allowed here.`);
  }
  const { text, isChanged } = plainText(cell.text, max >= 500);
  if (text.length > max)
    return refused('X17', `The text has ${text.length} characters; ${name} takes ${max}.`);
  if (isId && /^[+-]?\d+(?:\.\d+)?e\+?\d+$/i.test(text)) return lostDigits({ kind: 'text', text })!;
  if (misread.test(text))
    return { ...warned(text, 'X20', `${short(text)} looks wrongly decoded.`), isChanged };
  if (text.startsWith('='))
    return {
      ...valued(text, {
        code: 'X16',
        severity: 'note',
        sentence: 'The text begins with =. It is kept as text.',
      }),
      isChanged,
    };
  return { ...valued(text === '' ? null : text), isChanged };
}
