import { compareAmounts } from './amounts.ts';

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

export type Prefix = keyof typeof prefixLimits;

/** The limit of a prefix in dollars; null for a letter that no program uses. */
export function limitOf(prefix: string): string | null {
  return Object.hasOwn(prefixLimits, prefix) ? prefixLimits[prefix as Prefix] : null;
}

/** Whether a guarantee covers a value: up to its limit, the limit included. */
export function covers(prefix: string, value: string): boolean {
  const limit = limitOf(prefix);
  return limit !== null && compareAmounts(value, limit) <= 0;
}

/** When a guarantee may be waived. */
export type WaiverSettings = {
  /** Highest value in dollars, included. */
  valueMax: string;
  /** What the presentor is charged for it, in dollars. */
  charge: string;
};

export const waiverDefaults: WaiverSettings = { valueMax: '10000', charge: '50' };
