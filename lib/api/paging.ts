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
