// Page sizes and the next start of a list that is read page by page.

/** What one page of a paged response reports: rows received, and the total according to the registry. */
export type PageSeen = { rows: number; total: number };

/** Rows of the first request, so that rows show early, and rows per request after that. */
export const firstRows = 100;
export const moreRows = 1000;

/**
 * Index of the next row to request, or null at the end. Advances by the rows received, not by the rows
 * requested: a registry may return fewer. An empty page ends paging, whatever total was reported.
 */
export function nextStart(pages: readonly PageSeen[]): number | null {
  const last = pages.at(-1);
  if (!last || last.rows === 0) return null;
  const received = pages.reduce((sum, page) => sum + page.rows, 0);
  return received < last.total ? received : null;
}

/**
 * True when the total changed between pages: the register changed during loading, so the rows may be
 * inconsistent.
 */
export function movedWhileRead(pages: readonly PageSeen[]): boolean {
  return pages.some((page) => page.rows > 0 && page.total !== pages[0]?.total);
}

/** A range of row indexes; `to` is exclusive. */
export type Span = { from: number; to: number };

/**
 * The first missing rows within `bounds`, as one request of at most `rowsMax`. It starts at a multiple of that
 * size, so that scrolling up needs no more requests than scrolling down. Null when nothing is missing.
 */
export function gapIn(
  has: (index: number) => boolean,
  bounds: Span,
  total: number,
  rowsMax: number,
): Span | null {
  const end = Math.min(bounds.to, total);
  let gap = Math.max(0, bounds.from);
  while (gap < end && has(gap)) gap += 1;
  if (gap >= end) return null;
  const block = gap - (gap % rowsMax);
  let from = gap;
  while (from > block && !has(from - 1)) from -= 1;
  let to = gap + 1;
  while (to < total && to - from < rowsMax && !has(to)) to += 1;
  return { from, to };
}
