// Lines of Form TA-2 with their answers and sources.

import {
  isAsked,
  mayBeEntered,
  missingLines,
  type Ta2FormLine,
  ta2Form,
  ta2SectionOf,
  ta2Sections,
} from '#lib/contract/agent/ta2-form';
import { at } from '#lib/register/ta2-response';
import type { Answers, Worksheet } from './types.ts';

export type LineSource =
  | 'Records'
  | 'Entered'
  | 'TA-2 report'
  | 'Derived'
  | 'Sign-off'
  | 'Missing'
  | 'Not asked'
  | 'Not kept'
  | 'No record';

/** A line of the form with its answer and what is known about it. */
export type Line = {
  form: Ta2FormLine;
  answer: string | null;
  source: LineSource;
  /** The recorded figure that an entry replaces; null when none is replaced. */
  replaced: string | null;
  lastYear: string | null;
  note: string;
  /** The rows behind the figure can be opened. */
  hasRows: boolean;
  mayBeEntered: boolean;
};

/** The lines as the registry's worksheet has them. */
export function worksheetLines(sheet: Worksheet): Line[] {
  const known = new Map(sheet.lines.map((one) => [one.line, one]));
  const answer = (line: string) => known.get(line)?.answer ?? null;
  return ta2Form.map((form) => {
    const one = known.get(form.id);
    const isEntered = one?.entered !== null && one?.entered !== undefined;
    const asked = isAsked(form, answer, sheet.isShortForm);
    const reason = one?.reason ? `: ${one.reason}` : '';
    return {
      form,
      answer: one?.answer ?? null,
      source:
        form.from === 'never'
          ? 'Not kept'
          : !asked
            ? 'Not asked'
            : form.from === 'signature'
              ? 'Sign-off'
              : isEntered
                ? 'Entered'
                : one?.answer == null
                  ? 'Missing'
                  : 'Records',
      replaced: isEntered ? (one.recorded ?? null) : null,
      lastYear: one?.lastYear ?? null,
      note:
        form.from === 'never'
          ? 'Not kept. Enter it when you file.'
          : isEntered
            ? `Entered by ${one.enteredBy}${reason}`
            : (one?.note ?? ''),
      hasRows: one?.hasRows === true,
      mayBeEntered: mayBeEntered(form) && asked,
    };
  });
}

/**
 * The lines of a registry without a worksheet: what its TA-2 report has, else what other lists allow to derive.
 * `isShortForm` as the report says.
 */
export function reportLines(
  response: unknown,
  reported: Answers,
  derived: Answers,
  lastYear: Answers,
): Line[] {
  const isShortForm = at(response, 'abbreviatedFilingEligible') === true;
  const answer = (line: string) => reported.get(line) ?? derived.get(line) ?? null;
  return ta2Form.map((form) => {
    const value = answer(form.id);
    const asked = isAsked(form, answer, isShortForm);
    return {
      form,
      answer: asked && form.from !== 'never' ? value : null,
      source:
        form.from === 'never'
          ? 'Not kept'
          : !asked
            ? 'Not asked'
            : value === null
              ? 'No record'
              : reported.has(form.id)
                ? 'TA-2 report'
                : 'Derived',
      replaced: null,
      lastYear: lastYear.get(form.id) ?? null,
      note: form.from === 'never' ? 'Not kept. Enter it when you file.' : '',
      hasRows: false,
      mayBeEntered: false,
    };
  });
}

/** The names of missing lines, each once: '6(b)'. */
export function missingItems(sheet: Worksheet): readonly string[] {
  const known = new Map(sheet.lines.map(({ line, answer }) => [line, answer]));
  return [
    ...new Set(missingLines((line) => known.get(line) ?? null, sheet.isShortForm).map(({ item }) => item)),
  ];
}

export type Section = { section: string; title: string; lines: readonly Line[] };

/** The lines below the items of the form, in its order. */
export const sectionsOf = (lines: readonly Line[]): Section[] =>
  ta2Sections.map(({ section, title }) => ({
    section,
    title: section === 'Signature' ? title : `${section}. ${title}`,
    lines: lines.filter(({ form }) => ta2SectionOf(form) === section),
  }));

export const answersIn = (lines: readonly Line[]): Answers =>
  new Map(lines.flatMap(({ form, answer }) => (answer === null ? [] : [[form.id, answer] as const])));

/** Due date of the form: March 31 of the next year. The response's own date where it gives one. */
export function dueDate(response: unknown, year: number): string {
  const own = at(response, 'dueDate');
  return typeof own === 'string' && own ? own : `${year + 1}-03-31`;
}

/** The full name of a line: '5(d) Percentage of accounts: other'. */
export const lineName = ({ item, text, column }: Pick<Ta2FormLine, 'item' | 'text' | 'column'>): string =>
  `${item} ${text}${column ? `: ${column.toLowerCase()}` : ''}`;
