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

/** Grey lines to the bottom of the window, as the table will be: what stands below it must not be seen and pushed away. */
export const waitingLines = 30;

export type CapTableView = (typeof capTableViews)[number]['id'];

/** `?view=`; null when it names none. */
export const capTableView = (text: string | undefined): CapTableView | null =>
  capTableViews.find((view) => view.id === text)?.id ?? null;
