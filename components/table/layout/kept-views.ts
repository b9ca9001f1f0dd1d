/** A named view of a table on this device: the table's address parameters, without a prefix. */
export type KeptView = { name: string; query: string };
export type KeptViews = {
  views: readonly KeptView[] /** Name of the default view. */;
  opens: string | null;
};

const nothing: KeptViews = { views: [], opens: null };
/** Storage key of a table's views. */
export const keyOf = (tableId: string) => `sharebook-views-${tableId}`;

/** Saved views of a table; invalid ones are left out. Browser only. */
export function loadViews(tableId: string): KeptViews {
  try {
    const kept: Partial<KeptViews> = JSON.parse(localStorage.getItem(keyOf(tableId)) ?? '{}');
    const views = (Array.isArray(kept.views) ? kept.views : []).filter(
      (view) => typeof view?.name === 'string' && typeof view.query === 'string',
    );
    const opens = views.some((view) => view.name === kept.opens) ? (kept.opens ?? null) : null;
    return { views, opens };
  } catch {
    return nothing;
  }
}
