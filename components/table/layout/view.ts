// View of a table (sort, search, filters, columns), read from and written to the address.

import type { Column } from '../columns.tsx';

export type Sort = { id: string; desc: boolean };

/** What a user can change about a table and share as a link. */
export type View = {
  sort: readonly Sort[];
  /** Text of the search box. */
  q: string;
  /** Column id to filter expression. */
  filters: Readonly<Record<string, string>>;
  /** Ids of the shown columns in order; null = the page's default. */
  cols: readonly string[] | null;
};

export const plainView: View = { sort: [], q: '', filters: {}, cols: null };

/** The part of a view that decides which rows are shown and in which order. */
export type Arranged = Pick<View, 'sort' | 'q' | 'filters'>;

export const isFiltered = ({ q, filters }: Arranged): boolean =>
  q.trim() !== '' || Object.values(filters).some((expression) => expression.trim() !== '');

/** True without sort, search and filters. */
export const isPlain = (requested: Arranged): boolean =>
  requested.sort.length === 0 && !isFiltered(requested);

const filterMark = 'f.';

/** Reads a view from query parameters that start with `prefix`; unknown columns are left out. */
export function readView<Row>(params: URLSearchParams, columns: readonly Column<Row>[], prefix = ''): View {
  const known = new Set(columns.map((column) => column.id));
  const ids = (name: string) => (params.get(prefix + name) ?? '').split(',').filter(Boolean);
  const sort = ids('sort')
    .map((part) => (part.startsWith('-') ? { id: part.slice(1), desc: true } : { id: part, desc: false }))
    .filter((part) => known.has(part.id));
  const cols = ids('cols').filter((id) => known.has(id));
  const filters: Record<string, string> = {};
  for (const { id } of columns) {
    const value = params.get(`${prefix}${filterMark}${id}`);
    if (value) filters[id] = value;
  }
  return {
    sort,
    q: params.get(`${prefix}q`) ?? '',
    filters,
    cols: cols.length > 0 ? [...new Set(cols)] : null,
  };
}

/** Writes the view into a copy of `params`; other parameters stay unchanged. */
export function writeView(params: URLSearchParams, view: View, prefix = ''): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [...next.keys()]) if (name.startsWith(prefix + filterMark)) next.delete(name);
  const put = (name: string, value: string) =>
    value ? next.set(prefix + name, value) : next.delete(prefix + name);
  put('sort', view.sort.map((part) => (part.desc ? '-' : '') + part.id).join(','));
  put('q', view.q);
  put('cols', (view.cols ?? []).join(','));
  for (const [id, value] of Object.entries(view.filters)) put(filterMark + id, value);
  return next;
}

/**
 * Next sort after pressing a header: first direction, the other, none. `add` (Shift) keeps the other columns;
 * numbers and dates start with the largest.
 */
export function pressSort(sort: readonly Sort[], id: string, descFirst: boolean, add: boolean): Sort[] {
  const current = sort.find((part) => part.id === id);
  const others = add ? sort.filter((part) => part.id !== id) : [];
  if (!current) return [...others, { id, desc: descFirst }];
  if (current.desc !== descFirst) return [...others];
  const turned = { id, desc: !descFirst };
  return add ? sort.map((part) => (part.id === id ? turned : part)) : [turned];
}

/** The columns on screen, in order; at least one. */
export function shownColumns<Row>(columns: readonly Column<Row>[], cols: View['cols']): Column<Row>[] {
  if (!cols) return columns.filter((column) => !column.hidden);
  const byId = new Map(columns.map((column) => [column.id, column]));
  const shown = cols.flatMap((id) => byId.get(id) ?? []);
  return shown.length > 0 ? shown : columns.slice(0, 1);
}
