/** Shares that must be present: a percentage as decimal text ('33.33') of those entitled, rounded up to a whole share. */
export function sharesNeeded(entitled: bigint, percent: string): bigint {
  const [whole = '0', fraction = ''] = percent.split('.');
  const parts = 100n * 10n ** BigInt(fraction.length);
  return (entitled * BigInt(whole + fraction) + parts - 1n) / parts;
}
