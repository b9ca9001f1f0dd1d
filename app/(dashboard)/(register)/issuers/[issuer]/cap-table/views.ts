export const capTableViews = [
  { id: 'class', label: 'By class' },
  { id: 'holder', label: 'By holder' },
  { id: 'pivot', label: 'Holders across classes' },
] as const;

export type CapTableView = (typeof capTableViews)[number]['id'];

/** `?view=`; anything else is the view by class. */
export function capTableView(text: string | undefined): CapTableView {
  return capTableViews.find((view) => view.id === text)?.id ?? 'class';
}
