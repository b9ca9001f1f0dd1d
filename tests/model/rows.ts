import type { Match } from './row.ts';

export type * from './row.ts';

export class Refused extends Error {}
/** Refuses with a status what does not hold. */
export const demand = (isMet: unknown, status = 400) => {
  if (!isMet) throw new Refused(`${status}`);
};

/** The rows, if there are any. */
export const some = <T>(status: number, rows: readonly T[]) => {
  demand(rows[0], status);
  return [...rows];
};
/** Of an object of lists: what brings it and its rows back to what they are now. */
export function undoing(lists: Record<string, unknown>): () => void {
  const copies = Object.entries(lists).map(([name, list]) => [name, Array.isArray(list) ? [...list] : list]);
  const rows = Object.values(lists)
    .flat()
    .filter((one) => typeof one === 'object' && one !== null);
  const kept = rows.map((row) => ({ row: row as Record<string, unknown>, facts: { ...(row as object) } }));
  return () => {
    Object.assign(lists, Object.fromEntries(copies));
    for (const { row, facts } of kept) {
      for (const word of Object.keys(row)) if (!(word in facts)) delete row[word];
      Object.assign(row, facts);
    }
  };
}
/** Does work that may be refused and undoes it, so that nothing is made. */
export function rehearsed(lists: Record<string, unknown>, work: () => unknown): never[] {
  const undo = undoing(lists);
  work();
  undo();
  return [];
}

/** List functions that know nothing of registers. */
export const unique = <T>(list: readonly T[]) => [...new Set(list)];
/** Texts that sort without regard to case and accents. */
export const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
/** A fact of a row, or of a row in it: `holder.id`. */
const at = (row: object, path: string): unknown =>
  path === '' || path.includes('.') ? inside(row, path) : row[path as never];
const inside = (row: object, path: string) =>
  path.split('.').reduce((one, word) => (word ? (one[word as never] as object) : one), row);
export const paged = <T>(rows: readonly T[], start: unknown = 0, many: unknown = rows.length) =>
  rows.slice(Number(start), Number(start) + Number(many));
/** The rows that have these facts, or of which these hold. */
export const where = <T extends object>(rows: readonly T[], match: Match) => {
  const [paths, facts] = [Object.keys(match), Object.values(match)];
  const holds = (value: unknown, fact: unknown) =>
    typeof fact === 'function' ? fact(value) : value === fact;
  return rows.filter((one) => paths.every((path, place) => holds(at(one, path), facts[place])));
};
/** The first row that has the same facts as another. */
export const twin = <T extends object>(rows: readonly T[], other: object, facts: string) =>
  rows.find((one) => alike([one, other], facts));
export const alike = (rows: readonly object[], facts: string) =>
  words(facts).every((word) => unique(rows.map((one) => one[word as never])).length <= 1);
/** Sorted by words, up or down; rows that are alike stay as they stood. */
export const sorted = <T extends object>(rows: readonly T[], words: string, isDown = false) => {
  const order = by(words);
  return rows.toSorted((a, b) => (isDown ? order(b, a) : order(a, b)));
};
export const groups = <T, W extends keyof T>(rows: readonly T[], word: W) =>
  unique(rows.map((one) => one[word])).map((key) => rows.filter((one) => one[word] === key));
/** Sorts by the first of the facts that differs; `name~` without regard to case and accents, `name-` downwards. */
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
/** The row of a list that has the same facts, or else this one, which is put there. */
export const found = <T extends object>(list: T[], row: T, facts: string) =>
  twin(list, row, facts) ?? put(list, row);
/** The facts that are there, null among them. */
export const said = (facts: object) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
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
