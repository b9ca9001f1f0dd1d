import { type KeptView, type KeptViews, keyOf } from '../layout/kept-views.ts';

/** False when the device's storage is full or not allowed. */
export function saveViews(tableId: string, kept: KeptViews): boolean {
  try {
    localStorage.setItem(keyOf(tableId), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** Adds a view, or replaces the one with the same name. */
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
