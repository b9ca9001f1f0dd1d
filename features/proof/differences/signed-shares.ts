const largest = 9_223_372_036_854_775_807n;

/** A typed number of shares other than 0, with or without sign and separators; null for other text. */
export function signedShares(text: string): bigint | null {
  const plain = text.trim().replaceAll(',', '').replace('−', '-');
  if (plain.length > 21 || !/^[+-]?\d+$/.test(plain)) return null;
  const value = BigInt(plain.replace('+', ''));
  return value === 0n || value > largest || value < -largest ? null : value;
}
