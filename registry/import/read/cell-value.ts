// Converts a cell to the value of its field, or says why it is not read.

import type { RawCell } from '#lib/sheet/read/cells';
import { countryProblem } from '../check/rows/address-codes.ts';
import type { Field } from '../fields/field.ts';
import { short } from '../findings.ts';
import { type DateOrder, dateOf } from './dates.ts';
import { amount, type DecimalMark, figures, wholeNumber } from './numbers.ts';
import { type Outcome, refused, valued, warned } from './outcome.ts';
import { plainText, textOf } from './texts.ts';

/** How the file writes dates and numbers, as its sheet Source states. */
export type Writing = { dateOrder: DateOrder | null; decimalMark: DecimalMark | null; is1904: boolean };

/** Fields whose leading zeros matter. */
const ids: ReadonlySet<string> = new Set(['account', 'to_account', 'access_code']);
/** What a cell says to remove what is on file, where that is possible. */
const clearing = '(clear)';

/** Fields of two letters in which names and longer codes of countries are often written. */
const countries: ReadonlySet<string> = new Set(['country', 'mail_country']);

export type CellOutcome = Outcome & { isChanged?: boolean };

/** The value of a cell as text for the staged table, or why it is not read. A blank cell is null. */
export function cellValue(cell: RawCell | undefined, field: Field, writing: Writing): CellOutcome {
  if (!cell) return valued(null);
  // A link made by a formula is one too, though its text is known.
  if (cell.kind === 'formula' || cell.address !== undefined)
    return refused('X01', `The cell holds a formula, ${short(cell.text)}. Paste its value.`);
  if (cell.kind === 'error') return refused('X02', `The cell holds the error ${short(cell.text)}.`);
  if (cell.kind === 'text' && cell.text.trim() === '') return valued(null);
  const literal = cell.kind === 'text' ? /^="([^"]*)"$/.exec(cell.text.trim())?.[1] : undefined;
  if (literal !== undefined) return ofLiteral(cell.text, literal, field, writing);
  const { type, name } = field;
  if (field.isClearable && cell.text.trim().toLowerCase() === clearing) return valued(clearing);
  switch (type.kind) {
    case 'text':
      return countries.has(field.key) && plainText(cell.text, false).text.length > type.max
        ? refused('H10', countryProblem(short(plainText(cell.text, false).text))!)
        : textOf(cell, name, type.max, ids.has(field.key));
    case 'letters':
      return letters(textOf(cell, name, 200, false), name, type.max);
    case 'digits':
      return figures(cell, name, type.max);
    case 'shares':
      return inDollars(cell, wholeNumber(cell, name, type.min, writing.decimalMark));
    case 'decimal':
      return inDollars(cell, amount(cell, writing.decimalMark));
    case 'date':
      return dateOf(cell, writing.dateOrder, writing.is1904);
    case 'yesNo':
      return yesNo(cell);
    case 'list':
      return listed(
        cell,
        type.values.map(([code]) => code),
        type.list,
      );
  }
}

/** ="00123" is how programs write a text into a CSV file so that Excel keeps its zeros. */
function ofLiteral(text: string, inner: string, field: Field, writing: Writing): CellOutcome {
  const outcome = cellValue({ kind: 'text', text: inner }, field, writing);
  if (outcome.remark || outcome.value === null) return outcome;
  const sentence = `${short(text.trim())} is read as ${short(outcome.value)}.`;
  return { ...outcome, remark: { code: 'X16', severity: 'note', sentence } };
}

/** What is shown in another currency is taken as it is only if somebody decides so. */
function inDollars(cell: RawCell, outcome: Outcome): Outcome {
  const { value, remark } = outcome;
  return cell.currency && value !== null && !remark
    ? warned(value, 'X23', `${short(value)} is shown in ${short(cell.currency)}. Amounts are in dollars.`)
    : outcome;
}

function letters(outcome: CellOutcome, name: string, max: number): CellOutcome {
  const { value } = outcome;
  if (value === null || (value.length <= max && /^[A-Z0-9]+$/.test(value))) return outcome;
  return refused('X21', `${short(value)} is not a valid ${name}.`);
}

function yesNo(cell: RawCell): Outcome {
  const text = cell.text.trim().toUpperCase();
  if (/^(?:Y|YES|TRUE)$/.test(text)) return valued('true');
  if (/^(?:N|NO|FALSE)$/.test(text)) return valued('false');
  return refused('X19', `${short(cell.text)} is not one of Y, N.`);
}

/** Values shown in a sentence; a longer list is named. */
const shownMax = 12;

function listed(cell: RawCell, codes: readonly string[], list: string): Outcome {
  const { text } = plainText(cell.text, false);
  const code =
    codes.find((one) => one === text) ?? codes.find((one) => one.toLowerCase() === text.toLowerCase());
  if (code !== undefined) return valued(code);
  const allowed = codes.length <= shownMax ? `one of ${codes.join(', ')}` : `in the list "${list}"`;
  return refused('X19', `${short(text)} is not ${allowed}.`);
}
