// Reads whole numbers, amounts and identifying digits from cells.

import { parseDecimal } from '#lib/format/decimal';
import type { RawCell } from '#lib/sheet/read/cells';
import { short } from '../findings.ts';
import { type Outcome, refused, valued } from './outcome.ts';

export type DecimalMark = '.' | ',';

/** Digits of a number in a sheet that are exact. */
const exactDigits = 15;
/** The largest number of shares that sums of a register can hold. */
const sharesMax = 10n ** 18n;

/** A whole number: digits, or digits with separators where the decimal mark was stated. */
export function wholeNumber(cell: RawCell, name: string, min: bigint, mark: DecimalMark | null): Outcome {
  const text = cell.text.trim();
  const notWhole = () => refused('X07', `${short(text)} is not a whole number.`);
  if (cell.kind !== 'number' && cell.kind !== 'text') return notWhole();
  const lost = lostDigits(cell);
  if (lost) return lost;
  const plain = cell.kind === 'number' ? text : withoutGroups(text, mark);
  if (plain === null) return refused('X08', `${short(text)} has two readings. State the decimal mark.`);
  const match = /^([+-]?)(\d+)(?:\.0*)?$/.exec(plain);
  if (!match) return notWhole();
  if (match[2]!.length > 30) return refused('X07', `${short(text)} is too large.`);
  const value = match[1] === '-' ? -BigInt(match[2]!) : BigInt(match[2]!);
  if (value < min) return refused('P09', `${name} ${text} must be ${min} or more.`);
  return value > sharesMax ? refused('X07', `${short(text)} is too large.`) : valued(value.toString());
}

/** An exact amount. A number cell holds at most 15 digits; what is beyond them is not meant. */
export function amount(cell: RawCell, mark: DecimalMark | null): Outcome {
  const text = cell.text.trim();
  const notNumber = () => refused('X07', `${short(text)} is not a number.`);
  if (cell.kind === 'number') {
    const value = Number(text);
    if (!Number.isFinite(value) || Math.abs(value) >= 1e15) return notNumber();
    const plain = value.toFixed(Math.max(0, exactDigits - integerDigits(value)));
    return nonNegative(plain.includes('.') ? plain.replace(/^(.*[^0])?0*$/, '$1').replace(/\.$/, '') : plain);
  }
  if (cell.kind !== 'text') return notNumber();
  const plain = withoutGroups(text, mark);
  if (plain === null) return refused('X08', `${short(text)} has two readings. State the decimal mark.`);
  return text.length <= 40 && parseDecimal(plain) ? nonNegative(plain) : notNumber();
}

const integerDigits = (value: number) => Math.max(1, Math.floor(Math.log10(Math.abs(value) || 1)) + 1);

const nonNegative = (text: string): Outcome =>
  text.startsWith('-') ? refused('X07', `${text} must be 0 or more.`) : valued(text.replace(/^\+/, ''));

/** Digits that name something. Leading zeros are not part of the number. */
export function figures(cell: RawCell, name: string, max: number): Outcome {
  const text = cell.text.trim();
  if (cell.kind === 'number' || cell.kind === 'text') {
    const lost = lostDigits(cell);
    if (lost) return lost;
    const plain = cell.kind === 'number' ? text.replace(/\.0*$/, '') : text;
    if (/^\d+$/.test(plain)) {
      const digits = plain.replace(/^0+(?=\d)/, '');
      return digits.length > max
        ? refused('X17', `${short(text)} has ${digits.length} digits; ${name} takes ${max}.`)
        : valued(digits);
    }
  }
  const hint = name === 'Number' ? ' Put letters into the prefix.' : '';
  return refused('P03', `${name} ${short(text)} must be digits.${hint}`);
}

/** A number of which the sheet or the file no longer has every digit. */
export function lostDigits(cell: RawCell): Outcome | undefined {
  const text = cell.text.trim();
  if (/^[+-]?\d+(?:\.\d+)?e\+?\d+$/i.test(text))
    return refused('X09', `${short(text)} has lost digits. Enter it as text.`);
  if (cell.kind !== 'number' || !/^-?\d+(?:\.\d+)?$/.test(text)) return undefined;
  const integer = text.split('.')[0]!.replace(/^-?0*/, '');
  return integer.length > exactDigits
    ? refused('X10', `${short(text)} has more than 15 digits as a number. Enter it as text.`)
    : undefined;
}

/** Numbers with and without separators, by their decimal mark. A number with separators does not begin with zero. */
const grouped = {
  '.': /^[+-]?(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?$/,
  ',': /^[+-]?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/,
};

/**
 * The text with a point as decimal mark and no separators; null where two readings are possible. A text that is no
 * number in any reading is returned as it is.
 */
function withoutGroups(text: string, mark: DecimalMark | null): string | null {
  if (text.length > 60) return text;
  if (mark && grouped[mark].test(text)) return mark === '.' ? text.replaceAll(',', '') : comma(text);
  if (/^[+-]?\d+$/.test(text)) return text;
  if (mark) return mark === ',' && /^[+-]?\d+,\d+$/.test(text) ? comma(text) : text;
  const hasPoint = text.includes('.');
  const hasComma = text.includes(',');
  if (hasPoint && hasComma) {
    // The mark that comes last is the decimal one.
    const last: DecimalMark = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
    return withoutGroups(text, last);
  }
  // 1.234 may be one thousand or one and a bit; 12.50 has one reading only.
  const isUnclear = grouped['.'].test(text) && grouped[','].test(text);
  if (isUnclear) return null;
  return hasComma && (grouped['.'].test(text) || grouped[','].test(text)) ? null : text;
}

const comma = (text: string) => text.replaceAll('.', '').replace(',', '.');
