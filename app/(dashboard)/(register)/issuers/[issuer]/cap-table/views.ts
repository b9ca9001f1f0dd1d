export const capTableViews = [
  { id: 'class', label: 'By class' },
  { id: 'holder', label: 'By holder' },
  { id: 'pivot', label: 'Holders across classes' },
] as const;

export type CapTableView = (typeof capTableViews)[number]['id'];

/** `?view=`; null when it names none. */
export const capTableView = (text: string | undefined): CapTableView | null =>
  capTableViews.find((view) => view.id === text)?.id ?? null;
