/** Letters that have no decomposition into a base letter and a mark. */
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
 * The text names are ordered and looked up by: lower case, without accents, single spaces. Made by the program
 * so that every database sorts alike by plain byte order. Other scripts keep their letters.
 */
export function nameKey(text: string): string {
  let lower = text.toLowerCase();
  // Pure ASCII, nearly every name, needs no normalization.
  if (/[^\x20-\x7e]/.test(lower)) {
    lower = lower
      .normalize('NFKD')
      .replace(/\p{Mn}/gu, '')
      .replace(/[ßæœøđðþłħıŋŧς]/g, (letter) => plain[letter] ?? letter)
      .normalize('NFC');
  }
  return lower.replace(/\s+/g, ' ').trim();
}
