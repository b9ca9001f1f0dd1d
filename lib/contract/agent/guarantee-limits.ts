/** Highest value in dollars that a signature guarantee of each prefix covers. */
export const prefixLimits = {
  Z: '10000000',
  Y: '5000000',
  X: '2000000',
  A: '1000000',
  B: '750000',
  C: '500000',
  D: '250000',
  E: '100000',
  F: '100000',
} as const satisfies Record<string, string>;

export type GuaranteePrefix = keyof typeof prefixLimits;
