import type { Match } from './row.ts';

export type * from './row.ts';

export class Refused extends Error {}
/** Refuses with a status what does not hold. */
export const demand = (isMet: unknown, status = 400) => {
  if (!isMet) throw new Refused(`${status}`);
};

/** List functions that know nothing of registers. */
export const sum = (list: readonly { shares: bigint }[]) =>
  list.reduce((total, one) => total + one.shares, 0n);
export const unique = <T>(list: readonly T[]) => [...new Set(list)];
export const halfUp = (part: bigint, whole: bigint) => (2n * part + whole) / (2n * whole);
export const plusDays = (day: string, n: number) =>
  new Date(Date.parse(day) + n * 864e5).toISOString().slice(0, 10);
/** The rows that have these facts, or of which these hold. */
export const where = <T extends object>(rows: readonly T[], match: Match) => {
  const facts = Object.entries(match);
  const holds = (value: unknown, fact: unknown) =>
    typeof fact === 'function' ? fact(value) : value === fact;
  return rows.filter((one) => facts.every(([word, fact]) => holds(one[word as never], fact)));
};
export const alike = (rows: readonly object[], facts: string) =>
  words(facts).every((word) => unique(rows.map((one) => one[word as never])).length <= 1);
export const sorted = <T extends object>(rows: readonly T[], words: string) => rows.toSorted(by(words));
export const groups = <T, W extends keyof T>(rows: readonly T[], word: W) =>
  unique(rows.map((one) => one[word])).map((key) => rows.filter((one) => one[word] === key));
/** Sorts by the first of the words that differs. */
export const by = (words: string) => (a: object, b: object) => {
  const word = words.split(' ').find((each) => a[each as never] !== b[each as never]) as never;
  return word ? (a[word] < b[word] ? -1 : 1) : 0;
};
export const words = (text: string) => text.split(/\s+/);
export const blank = (text: string) => Object.fromEntries(words(text).map((word) => [word, '']));

type Form = (value: never, row: never) => unknown;
/** Columns as `name=path:form`, the path where it is not the name; with them, named alike, the rows inside a row. */
export type Shape = string | [columns: string, inside: Record<string, Shape>];
/**
 * Writes rows in a shape. A form shows a value in its way; one of the pairs gives the value and the text that stands
 * beside it as `nameFormat`.
 */
export const projector = (
  forms: Record<string, Form>,
  pairs: Record<string, (...a: never[]) => [unknown, string]>,
) => {
  const at = (row: object, path: string) =>
    path === '' ? row : path.split('.').reduce((one, word) => one[word as never] as object, row);
  const pick = (row: object, columns: string) =>
    words(columns).flatMap((column): [string, unknown][] => {
      const [, name = '', path = name, form = ''] = /^(\w+)(?:=([\w.]*))?(?::(\w+))?$/.exec(column)!;
      const value = at(row, path) as never;
      if (!(form in pairs)) return [[name, forms[form]?.(value, row as never) ?? value]];
      const [shown, text] = pairs[form]!(value, row as never);
      return [
        [name, shown],
        [`${name}Format`, text],
      ];
    });
  const project = (rows: object, shape: Shape): unknown => {
    if (Array.isArray(rows)) return rows.map((one) => project(one, shape));
    const [columns, inside] = typeof shape === 'string' ? [shape, {}] : shape;
    const lists = Object.entries(inside).map(([column, one]) => {
      const [name, path = name] = column.split('=');
      return [name, project(at(rows, path!), one)];
    });
    return Object.fromEntries([...(columns ? pick(rows, columns) : []), ...lists]);
  };
  return project;
};
