// Folds a name to the key by which it is sorted and searched.

/** Letters without a Unicode decomposition into base letter and accent. */
const plain: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ς: 'σ',
};

/**
 * Sort and search key of a name: lower case, no accents, single spaces. Computed here so that every database
 * sorts alike by byte order. Other scripts keep their letters.
 */
export function nameKey(text: string): string {
  let lower = text.toLowerCase();
  // Fast path: nearly all names are ASCII and need no normalization.
  if (/[^\x20-\x7e]/.test(lower)) {
    lower = lower
      .normalize('NFKD')
      .replace(/\p{Mn}/gu, '')
      .replace(/[ßæœøđðþłħıŋŧς]/g, (letter) => plain[letter] ?? letter)
      .normalize('NFC');
  }
  return lower.replace(/\s+/g, ' ').trim();
}
