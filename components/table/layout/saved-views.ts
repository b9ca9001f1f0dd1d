// Reads the named views of a table that are saved on this device.

/** A named view of a table on this device: the table's address parameters, without a prefix. */
export type SavedView = { name: string; query: string };
export type SavedViews = {
  views: readonly SavedView[];
  /** Name of the default view. */
  opens: string | null;
};

const nothing: SavedViews = { views: [], opens: null };
/** Storage key of a table's views. */
export const keyOf = (tableId: string) => `sharebook-views-${tableId}`;

/** Saved views of a table; invalid ones are left out. Browser only. */
export function loadViews(tableId: string): SavedViews {
  try {
    const saved: Partial<SavedViews> = JSON.parse(localStorage.getItem(keyOf(tableId)) ?? '{}');
    const views = (Array.isArray(saved.views) ? saved.views : []).filter(
      (view) => typeof view?.name === 'string' && typeof view.query === 'string',
    );
    const opens = views.some((view) => view.name === saved.opens) ? (saved.opens ?? null) : null;
    return { views, opens };
  } catch {
    return nothing;
  }
}
