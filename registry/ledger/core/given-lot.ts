import { centsOf, moneyText } from './fractions.ts';
import type { Lot } from './types.ts';

/** A tax lot as a request gives it. */
export type GivenLot = {
  acquisitionDate: string;
  shares: bigint;
  costPerShare?: number | string | null | undefined;
  totalCost?: number | null | undefined;
  isCovered?: boolean | null | undefined;
  acquisitionMethod?: string | null | undefined;
};

/** Shares acquired from this day on are covered: their cost basis is reported to the tax authority. */
const coveredFrom = '2011-01-01';

/** The ledger's lot of a given one. A total cost that is not given follows from the cost per share. */
export function lotOf(given: GivenLot): Lot {
  const cost = decimal(given.costPerShare);
  return {
    acquiredOn: given.acquisitionDate,
    shares: given.shares,
    costPerShare: cost,
    totalCost:
      decimal(given.totalCost) ?? (cost === null ? null : moneyText(centsOf(cost, given.shares, 1n))),
    isCovered: given.isCovered ?? given.acquisitionDate >= coveredFrom,
    method: given.acquisitionMethod || 'Unknown',
  };
}

/** A JSON number in plain decimal digits; JavaScript prints very small numbers with an exponent. */
function decimal(amount: number | string | null | undefined): string | null {
  if (amount === null || amount === undefined) return null;
  if (typeof amount === 'string') return amount;
  const text = String(amount);
  return text.includes('e')
    ? amount
        .toFixed(18)
        .replace(/^(.*[^0])?0*$/, '$1')
        .replace(/\.$/, '')
    : text;
}
