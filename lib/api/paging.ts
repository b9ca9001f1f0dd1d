/** What one page of a paged answer says: rows received and the total the registry claims. */
export type PageSeen = { rows: number; total: number };

/** Rows asked for at first, so that something can be drawn at once, and then per request (decisions, ruling 14). */
export const firstRows = 100;
export const moreRows = 1000;

/**
 * Index of the next row to ask for, or null at the end. Advances by the rows received, never by the rows asked
 * for: a registry may hand out fewer. An empty page ends the walk, whatever total was claimed.
 */
export function nextStart(pages: readonly PageSeen[]): number | null {
  const last = pages.at(-1);
  if (!last || last.rows === 0) return null;
  const received = pages.reduce((sum, page) => sum + page.rows, 0);
  return received < last.total ? received : null;
}

/** True when the total changed between pages: the register moved while it was read, so the rows may not add up. */
export function movedWhileRead(pages: readonly PageSeen[]): boolean {
  return pages.some((page) => page.rows > 0 && page.total !== pages[0]?.total);
}

/** Rows by index, `to` not included. */
export type Span = { from: number; to: number };

/**
 * The first rows missing within `bounds`, as one request of at most `rowsMax`: it begins with the block of that
 * size the gap lies in, so that scrolling up asks as rarely as scrolling down. Null when nothing is missing.
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
