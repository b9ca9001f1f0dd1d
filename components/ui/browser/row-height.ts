/** Height of the rows of data tables, chosen by the person; app/globals.css has the heights. */
export type RowHeight = 'standard' | 'comfortable';

/** The server reads it in the root layout, so that the first HTML has rows of this height. */
export const rowHeightCookie = 'sharebook-rows';

export const rowHeightOf = (value: string | undefined): RowHeight =>
  value === 'comfortable' ? value : 'standard';

/** Applies a height at once and stores it for a year. Browser only. */
export function chooseRowHeight(height: RowHeight) {
  const isStandard = height === 'standard';
  if (isStandard) delete document.documentElement.dataset.rows;
  else document.documentElement.dataset.rows = height;
  const age = isStandard ? 0 : 31_536_000;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox ESR
  document.cookie = `${rowHeightCookie}=${height}; path=/; max-age=${age}; samesite=lax`;
}
