import { storeChoice } from './store-choice.ts';

/** Height of the rows of data tables, chosen by the person; app/globals.css has the heights. */
export type RowHeight = 'standard' | 'comfortable';

/** The server reads it in the root layout, so that the first HTML has rows of this height. */
export const rowHeightCookie = 'sharebook-rows';

export const rowHeightOf = (value: string | undefined): RowHeight =>
  value === 'comfortable' ? value : 'standard';

/** Applies a height at once and stores it. Browser only. */
export const chooseRowHeight = (height: RowHeight) =>
  storeChoice({ attribute: 'rows', cookie: rowHeightCookie, value: height, standard: 'standard' });
