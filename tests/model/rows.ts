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
/** Whether work would be refused; what it does is undone. */
export function rehearsed(lists: Record<string, unknown>, work: () => unknown): true {
  const undo = undoing(lists);
  work();
  undo();
  return true;
}

/** List functions that know nothing of registers. */
export const unique = <T>(list: readonly T[]) => [...new Set(list)];
/** Texts that sort without regard to case and accents. */
export const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
/** A fact of a row, or of a row in it: `holder.id`. */
const at = (row: object, path: string): unknown =>
  path === '' ? row : path.split('.').reduce((one, word) => one[word as never] as object, row);
export const paged = <T>(rows: readonly T[], start: unknown = 0, many: unknown = rows.length) =>
  rows.slice(Number(start), Number(start) + Number(many));
/** The rows that have these facts, or of which these hold. */
export const where = <T extends object>(rows: readonly T[], match: Match) => {
  const facts = Object.entries(match);
  const holds = (value: unknown, fact: unknown) =>
    typeof fact === 'function' ? fact(value) : value === fact;
  return rows.filter((one) => facts.every(([word, fact]) => holds(at(one, word), fact)));
};
/** The first row that has the same facts as another. */
export const twin = <T extends object>(rows: readonly T[], other: object, facts: string) =>
  rows.find((one) => alike([one, other], facts));
export const alike = (rows: readonly object[], facts: string) =>
  words(facts).every((word) => unique(rows.map((one) => one[word as never])).length <= 1);
/** Sorted by words, up or down; rows that are alike stay as they stood. */
export const sorted = <T extends object>(rows: readonly T[], words: string, isDown = false) =>
  rows.toSorted((a, b) => (isDown ? by(words)(b, a) : by(words)(a, b)));
export const groups = <T, W extends keyof T>(rows: readonly T[], word: W) =>
  unique(rows.map((one) => one[word])).map((key) => rows.filter((one) => one[word] === key));
/** Sorts by the first of the facts that differs; `name~` without regard to case and accents, `name-` downwards. */
const by = (facts: string) => (a: object, b: object) => {
  for (const fact of facts.split(' ')) {
    const [one, other] = [a, b].map((row) => {
      const value = at(row, fact.replace(/[~-]$/, ''));
      return fact.endsWith('~') ? folded(value as string) : (value as bigint);
    });
    if (one !== other) return one! < other! === fact.endsWith('-') ? 1 : -1;
  }
  return 0;
};
export const words = (text: string) => text.split(/\s+/);
export const blank = (text: string) => Object.fromEntries(words(text).map((word) => [word, '']));
export const put = <T>(list: T[], row: T) => {
  list.push(row);
  return row;
};
/** Facts over earlier ones: what is undefined leaves the earlier one, null brings back what `clear` says. */
export const over = <T extends object>(clear: object, earlier: object, facts: T) => {
  const sent = Object.entries(facts).filter(([, value]) => value !== undefined);
  const kept = sent.map(([word, value]) => [word, value ?? clear[word as never]]);
  return { ...clear, ...earlier, ...Object.fromEntries(kept) } as T;
};
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
      return [name, project(at(rows, path!) as object, one)];
    });
    return Object.fromEntries([...(columns ? pick(rows, columns) : []), ...lists]);
  };
  return project;
};
