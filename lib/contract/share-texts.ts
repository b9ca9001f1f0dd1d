/*
 * The names of what is noted on shares, apart from the schemas: pages show them without loading those.
 */

export const restrictionTexts = {
  N: 'No restriction',
  R: 'Rule 144',
  B: 'Blue Sky',
  A: 'Affiliate/Control',
  S: 'Regulation S',
  L: 'Lock-Up Agreement',
  O: 'Other',
} as const;

export const certificateTypeTexts = { BookEntry: 'Book entry', Certificate: 'Certificated' } as const;
