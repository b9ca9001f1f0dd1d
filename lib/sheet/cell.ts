// Writes the XML of a worksheet's cell.

import { isFormulaLike } from './formula-like.ts';
import { type Kind, linkStyle, styleOf } from './styles.ts';

export type Plain = string | number | bigint | boolean | null;

/**
 * The value of a cell by column kind. `shares`, `integer`, `dollars`: bigint or number; `money`, `price`,
 * `percent`: exact decimal text or number, written with 15 significant digits (percent as a fraction, 0.5 = 50 %); `date`: 'yyyy-mm-dd'. A string
 * in a number column that is not a number ('Unlimited') is written as text. The object form overrides the
 * column's kind for one cell; its note is shown as the cell's comment.
 */
export type Cell = Plain | { kind: Kind; value: Plain; note?: string } | Link;

/** A text that opens `address`, a whole http or https address. */
export type Link = { kind: 'link'; text: string; address: string };

/** Longest text of a cell; a longer one is cut and ends with an ellipsis. */
const textMax = 32767;

/** The XML of one cell, '' when empty. `ref` such as 'B7'. */
export function cellXml(ref: string, kind: Kind, value: Plain, bold: boolean): string {
  if (value === null || value === '') return '';
  if (typeof value === 'boolean')
    return `<c r="${ref}" s="${styleOf('boolean', bold)}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (kind === 'text' || kind === 'boolean') return textXml(ref, kind, String(value), bold);
  const number = kind === 'date' ? serial(String(value)) : exactNumber(value);
  if (number === null) return textXml(ref, kind, String(value), bold);
  return `<c r="${ref}" s="${styleOf(kind, bold)}"><v>${number}</v></c>`;
}

/**
 * An inline string, never a formula. Text that looks like one gets the quote-prefix style, which leaves its
 * content unchanged.
 */
function textXml(ref: string, kind: Kind, text: string, bold: boolean): string {
  const shown = text.length > textMax ? `${text.slice(0, textMax - 1)}…` : text;
  const style = styleOf(
    kind === 'text' || kind === 'boolean' ? 'text' : 'textRight',
    bold,
    isFormulaLike(shown),
  );
  return `<c r="${ref}" s="${style}" t="inlineStr"><is>${textElement(shown)}</is></c>`;
}

/** Excel refuses a file with a longer text in a formula. */
const formulaTextMax = 255;

/**
 * A link as a formula, because a sheet holds 65,530 hyperlinks only and their addresses would have to be kept until its end.
 * The text is stored as its value. A text or address that is too long for a formula gives plain text.
 */
export function linkXml(ref: string, { text, address }: Link, bold: boolean): string {
  if (text.length > formulaTextMax || address.length > formulaTextMax)
    return cellXml(ref, 'text', text, bold);
  const [to, shown] = [address, text].map((one) => `"${one.replaceAll('"', '""')}"`);
  const formula = escapeXml(`HYPERLINK(${to},${shown})`);
  return `<c r="${ref}" s="${linkStyle}" t="str"><f>${formula}</f><v>${escapeXml(text)}</v></c>`;
}

/** Whitespace that XML readers might drop: at an edge, repeated, or other than a space. */
const delicate = /^ | $| {2}|[^\S ]/;

/** The text element of a string; xml:space is set only where whitespace could be lost. */
export function textElement(text: string): string {
  return `<t${delicate.test(text) ? ' xml:space="preserve"' : ''}>${escapeXml(text)}</t>`;
}

/** The digits if a double holds them exactly (15 significant), else null: then written as text. */
function exactNumber(value: string | number | bigint): string | null {
  if (typeof value === 'bigint' && value < exactBound && value > -exactBound) return value.toString();
  const text =
    typeof value === 'number' ? (Number.isFinite(value) ? String(toDigits(value)) : '') : String(value);
  const match = /^-?(\d+)(?:\.(\d+))?(?:e[+-]?\d+)?$/.exec(text);
  if (!match) return null;
  const significant = `${match[1]}${match[2] ?? ''}`.replace(/^0+/, '');
  const fractional = typeof value === 'number' && !Number.isInteger(value);
  return fractional || significant.length <= 15 ? text : null;
}

const exactBound = 10n ** 15n;

/**
 * A number with 15 significant digits. Programs that save a workbook write 15 to 17: with more than 15 the last ones would
 * not survive, and a saved copy could not be recognized by its cells.
 */
export const toDigits = (value: number): number => Number(value.toPrecision(15));

/** Day number of a 'yyyy-mm-dd'; null before March 1900, where the 1900 system is wrong by a day. */
function serial(date: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (!match) return null;
  const days = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) / 86400000 + 25569;
  return days >= 61 ? days : null;
}

/** Control characters except tab and line feed, and the two noncharacters: XML cannot contain them. */
const control = /(?![\t\n\u007f-\u009f])\p{Cc}|[\ufffe\uffff]/gu;
const special = /[<>&"]|(?![\t\n\u007f-\u009f])\p{Cc}|[\ufffe\uffff]|\p{Cs}|_x[0-9A-Fa-f]{4}_/u;

/**
 * Text for XML. Characters that XML cannot contain are written _xHHHH_, as Office Open XML defines
 * (ST_Xstring).
 */
export function escapeXml(text: string): string {
  if (!special.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(control, (c) => `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
