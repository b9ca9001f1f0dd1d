// Queries over lists of model rows, rejections, and undoing of changes.

import type { Match } from './row.ts';

export type * from './row.ts';

export class Rejected extends Error {}
/** Throws a rejection with this status unless the condition is met. */
export const demand = (isMet: unknown, status = 400) => {
  if (!isMet) throw new Rejected(`${status}`);
};

/** The rows; refuses with the status if there are none. */
export const some = <T>(status: number, rows: readonly T[]) => {
  demand(rows[0], status);
  return [...rows];
};
/** For an object of lists: a function that restores it and its rows to their current state. */
export function undoing(lists: Record<string, unknown>): () => void {
  const copies = Object.entries(lists).map(([name, list]) => [name, Array.isArray(list) ? [...list] : list]);
  const rows = Object.values(lists)
    .flat()
    .filter((one) => typeof one === 'object' && one !== null);
  const retained = rows.map((row) => ({
    row: row as Record<string, unknown>,
    facts: { ...(row as object) },
  }));
  return () => {
    Object.assign(lists, Object.fromEntries(copies));
    for (const { row, facts } of retained) {
      for (const word of Object.keys(row)) if (!(word in facts)) delete row[word];
      Object.assign(row, facts);
    }
  };
}
/** Does work that may be refused and then undoes it, so that nothing changes. */
export function rehearsed(lists: Record<string, unknown>, work: () => unknown): never[] {
  const undo = undoing(lists);
  work();
  undo();
  return [];
}

/** List functions that know nothing about registers. */
export const unique = <T>(list: readonly T[]) => [...new Set(list)];
/** Folds case and accents, for sorting. */
export const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
/** A fact of a row, or of a row in it: `holder.id`. */
const at = (row: object, path: string): unknown =>
  path === '' || path.includes('.') ? inside(row, path) : row[path as never];
const inside = (row: object, path: string) =>
  path.split('.').reduce((one, word) => (word ? (one[word as never] as object) : one), row);
export const paged = <T>(rows: readonly T[], start: unknown = 0, many: unknown = rows.length) =>
  rows.slice(Number(start), Number(start) + Number(many));
/** The rows that have these values or meet these conditions. */
export const where = <T extends object>(rows: readonly T[], match: Match) => {
  const [paths, facts] = [Object.keys(match), Object.values(match)];
  const holds = (value: unknown, fact: unknown) =>
    typeof fact === 'function' ? fact(value) : value === fact;
  return rows.filter((one) => paths.every((path, place) => holds(at(one, path), facts[place])));
};
/** The first row with the same values as another. */
export const same = <T extends object>(rows: readonly T[], other: object, facts: string) =>
  rows.find((one) => alike([one, other], facts));
export const alike = (rows: readonly object[], facts: string) =>
  words(facts).every((word) => unique(rows.map((one) => one[word as never])).length <= 1);
/** Sorted by fields, up or down; the sort is stable. */
export const sorted = <T extends object>(rows: readonly T[], words: string, isDown = false) => {
  const order = by(words);
  return rows.toSorted((a, b) => (isDown ? order(b, a) : order(a, b)));
};
export const groups = <T, W extends keyof T>(rows: readonly T[], word: W) =>
  unique(rows.map((one) => one[word])).map((key) => rows.filter((one) => one[word] === key));
/** Compares by the first fact that differs; `name~` ignores case and accents, `name-` is descending. */
const by = (facts: string) => {
  const keys = facts.split(' ').map((fact) => ({ path: fact.replace(/[~-]$/, ''), sign: fact.at(-1) }));
  return (a: object, b: object) => {
    for (const { path, sign } of keys) {
      const [one, other] = [at(a, path) as bigint, at(b, path) as bigint];
      if (one === other) continue;
      const order = sign === '~' ? compare(folded(`${one}`), folded(`${other}`)) : compare(one, other);
      if (order !== 0) return sign === '-' ? -order : order;
    }
    return 0;
  };
};
const compare = <T>(one: T, other: T) => (one === other ? 0 : one < other ? -1 : 1);
export const words = (text: string) => text.split(/\s+/);
export const put = <T>(list: T[], row: T) => {
  list.push(row);
  return row;
};
/** The row of a list with the same values; if there is none, adds this one. */
export const found = <T extends object>(list: T[], row: T, facts: string) =>
  same(list, row, facts) ?? put(list, row);
/** The facts that are present, null included. */
export const given = (facts: object) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
type Form = (value: never, row: never) => unknown;
/**
 * Columns as `name=path:form`, the path only where it differs from the name; with them, the nested rows by
 * name.
 */
export type Shape = string | [columns: string, inside: Record<string, Shape>];
/**
 * Writes rows in a shape. A form formats a value; a form that returns a pair gives the value and its text,
 * which is written as `nameFormat`.
 */
export const projector = (
  forms: Record<string, Form>,
  pairs: Record<string, (...a: never[]) => [unknown, string]>,
) => {
  const pick = (row: object, columns: string) =>
    words(columns).flatMap((column): [string, unknown][] => {
      const [, name = '', path = name, form = ''] = /^(\w+)(?:=([\w.]*))?(?::(\w+))?$/.exec(column)!;
      const value = at(row, path) as never;
      if (!(form in pairs)) return [[name, forms[form]?.(value, row as never) ?? value ?? null]];
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
      return [name, project(at(rows, path!) as object, one)];
    });
    return Object.fromEntries([...(columns ? pick(rows, columns) : []), ...lists]);
  };
  return project;
};
