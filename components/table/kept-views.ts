/** A named view of a table on this device: the table's own address parameters, without a prefix. */
export type KeptView = { name: string; query: string };
export type KeptViews = {
  views: readonly KeptView[] /** Name of the view the table opens with. */;
  opens: string | null;
};

const nothing: KeptViews = { views: [], opens: null };
const keyOf = (tableId: string) => `sharebook-views-${tableId}`;

/** Views kept for a table; whatever cannot be read is left out. Browser only. */
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

/** False when the device's storage is full or forbidden. */
export function saveViews(tableId: string, kept: KeptViews): boolean {
  try {
    localStorage.setItem(keyOf(tableId), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** Adds a view, or replaces the one of the same name in its place. */
export function withView(kept: KeptViews, view: KeptView): KeptViews {
  const known = kept.views.some((one) => one.name === view.name);
  return {
    ...kept,
    views: known ? kept.views.map((one) => (one.name === view.name ? view : one)) : [...kept.views, view],
  };
}

export function withoutView(kept: KeptViews, name: string): KeptViews {
  return {
    views: kept.views.filter((view) => view.name !== name),
    opens: kept.opens === name ? null : kept.opens,
  };
}
