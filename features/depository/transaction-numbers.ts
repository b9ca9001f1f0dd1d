const numbersMax = 20;

/** Typed transaction numbers, separated by commas or blanks; null for other text or too many. */
export function transactionNumbers(text: string): number[] | null {
  const parts = text.split(/[\s,;]/).filter(Boolean);
  if (parts.length > numbersMax) return null;
  if (parts.some((part) => part.length > 15 || !/^[1-9]\d*$/.test(part))) return null;
  return parts.map(Number);
}
