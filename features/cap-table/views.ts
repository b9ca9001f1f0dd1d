export const capTableViews = [
  {
    id: 'class',
    label: 'By class',
    means:
      'One line per class: what its accounts hold together, beside what the class says of itself. Shares of different classes are never added up.',
  },
  {
    id: 'holder',
    label: 'By holder',
    means:
      'One line per holding, the largest first: an account in a class, and its part of the shares held in that class. Shares of different classes are never added up.',
  },
  {
    id: 'pivot',
    label: 'Holders across classes',
    means:
      'One line per account, with what it holds of each class. Shares of different classes are never added up, so no column is the total of the others.',
  },
] as const;

/**
 * Placeholder lines down to the end of the window, as high as the table, so that content below does not move.
 */
export const waitingLines = 30;

export type CapTableView = (typeof capTableViews)[number]['id'];

/** `?view=`; null when it names none. */
export const capTableView = (text: string | undefined): CapTableView | null =>
  capTableViews.find((view) => view.id === text)?.id ?? null;
