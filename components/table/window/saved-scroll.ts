// Stores the first visible row of tables, so that Back shows a list where it was left.

/** First visible row by history entry and table, so that Back shows a list where it was left. */
const saved = new Map<string, number>();
const savedMax = 100;

/** Null in a browser without the Navigation API: there a list begins at its top. */
function keyOf(table: string): string | null {
  const entry = 'navigation' in window ? window.navigation?.currentEntry : null;
  return entry ? `${entry.key} ${table}` : null;
}

export function saveRow(table: string, row: number): void {
  const key = keyOf(table);
  if (!key) return;
  // The newest last: the map forgets its oldest entry first.
  saved.delete(key);
  saved.set(key, row);
  const [oldest] = saved.keys();
  if (saved.size > savedMax && oldest !== undefined) saved.delete(oldest);
}

/** The row saved for the history entry now shown; null on a page that was not shown before. */
export function savedRow(table: string): number | null {
  const key = keyOf(table);
  return key ? (saved.get(key) ?? null) : null;
}
