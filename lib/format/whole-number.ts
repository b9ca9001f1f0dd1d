/** '1,200' or '1 200' → 1200n: a whole number of at most 19 digits, with or without separators; null for anything else. */
export function readWholeNumber(text: string): bigint | null {
  const digits = text.replace(/[,\s]/g, '');
  return /^\d{1,19}$/.test(digits) ? BigInt(digits) : null;
}

const sharesMax = 9_223_372_036_854_775_807n;

/** '1,500' → 1500n; null for text that is not a whole number of shares, at least 1. */
export function readShares(text: string): bigint | null {
  const count = readWholeNumber(text);
  return count !== null && count >= 1n && count <= sharesMax ? count : null;
}
