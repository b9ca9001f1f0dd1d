/** Hints on what can be typed into a column's filter. */
export const filterHints = {
  text: 'Words to look for, or = and the whole text.',
  number: 'For example >1000, 500..2000 or =0.',
  date: 'For example >=2026-01-01, 2025-01-01..2025-12-31 or 2026-06.',
};
