// Names and titles of the views of the cap table, and the one that the address asks for.

export const capTableViews = [
  {
    id: 'class',
    label: 'By class',
    means:
      'One row per class: the total of its holdings and the figures of its balance. Shares of different classes are not totaled.',
  },
  {
    id: 'holder',
    label: 'By holder',
    means:
      'One row per holding, largest first: the shares of an account in a class, and the percent of that class. Shares of different classes are not totaled.',
  },
  {
    id: 'matrix',
    label: 'Matrix',
    // It depends on what is counted, and is said with the table.
    means: null,
  },
] as const;

/**
 * Placeholder lines down to the end of the window, as high as the table, so that content below does not move.
 */
export const waitingLines = 30;

export type CapTableKind = (typeof capTableViews)[number]['id'];

/** `?view=`; null when it names none. The matrix was called `pivot`, and bookmarks still have that name. */
export const capTableView = (text: string | undefined): CapTableKind | null =>
  text === 'pivot' ? 'matrix' : (capTableViews.find((view) => view.id === text)?.id ?? null);
