import { keyOf, type SavedView, type SavedViews } from '../layout/saved-views.ts';

/** False when the device's storage is full or not allowed. */
export function saveViews(tableId: string, saved: SavedViews): boolean {
  try {
    localStorage.setItem(keyOf(tableId), JSON.stringify(saved));
    return true;
  } catch {
    return false;
  }
}

/** Adds a view, or replaces the one with the same name. */
export function withView(saved: SavedViews, view: SavedView): SavedViews {
  const known = saved.views.some((one) => one.name === view.name);
  return {
    ...saved,
    views: known ? saved.views.map((one) => (one.name === view.name ? view : one)) : [...saved.views, view],
  };
}

export function withoutView(saved: SavedViews, name: string): SavedViews {
  return {
    views: saved.views.filter((view) => view.name !== name),
    opens: saved.opens === name ? null : saved.opens,
  };
}
