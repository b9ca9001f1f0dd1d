// Dollar limits of medallion guarantees by prefix, and when a guarantee may be waived.

import { type GuaranteePrefix, prefixLimits } from '#lib/contract/agent/guarantee-limits';
import { compareAmounts } from './amounts.ts';

/** The limit of a prefix in dollars; null for a letter that no program uses. */
export function limitOf(prefix: string): string | null {
  return Object.hasOwn(prefixLimits, prefix) ? prefixLimits[prefix as GuaranteePrefix] : null;
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
