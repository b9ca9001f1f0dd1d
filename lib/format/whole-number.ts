/** '1,200' or '1 200' → 1200n: a whole number of at most 19 digits, with or without separators; null for anything else. */
export function readWholeNumber(text: string): bigint | null {
  const digits = text.replace(/[,\s]/g, '');
  return /^\d{1,19}$/.test(digits) ? BigInt(digits) : null;
}
