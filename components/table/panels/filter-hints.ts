/** Hints on what can be typed into a column's filter. */
export const filterHints = {
  text: 'Text to find, or = and the exact text.',
  number: 'For example >1000, 500..2000 or =0.',
  date: 'For example >=2026-01-01, 2025-01-01..2025-12-31 or 2026-06.',
};
