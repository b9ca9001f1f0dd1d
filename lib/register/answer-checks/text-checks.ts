// Compares percentages and formatted texts in answers with their figures.

import { decimalText } from '#lib/format/decimal';
import { exact } from '#lib/format/exact-shares';
import { type Check, mustEqual } from '../checks.ts';
import type { Ownership } from '../ownership/ownership.ts';

const places = 8;
const hundred = 100n * 10n ** BigInt(places);
/** Percentages have four decimals, so each may be off by half of the last decimal. */
const perHolder = 5n * 10n ** BigInt(places - 5);

/** Decimal text in units of 10^-8, cut; null for anything else. */
function scaled(text: string | null): bigint | null {
  const match = /^(-?\d+)(?:\.(\d+))?$/.exec(text ?? '');
  if (!match) return null;
  const units = BigInt(`${match[1]}${(match[2] ?? '').padEnd(places, '0').slice(0, places)}`);
  return units;
}

const shown = (units: bigint) => {
  const digits = units.toString().padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}%`;
};

/** The percentages of each class add up to 100 within the rounding error; the residue is shown. */
export function percentChecks(ownership: Ownership): Check[] {
  const sums = new Map<string, { total: bigint | null; holders: number }>();
  for (const account of ownership.accounts)
    for (const one of account.securities) {
      const before = sums.get(one.securityType) ?? { total: 0n, holders: 0 };
      const units = scaled(decimalText(one.percentage));
      sums.set(one.securityType, {
        total: before.total === null || units === null ? null : before.total + units,
        holders: before.holders + 1,
      });
    }
  return [...sums].map(([className, { total, holders }]): Check => {
    const id = `${className}/percent`;
    const text = `${className}: percentages of ${holders} holders total 100%`;
    const both = { id, text, isOfText: true } as const;
    if (total === null)
      return {
        ...both,
        left: 'missing',
        right: '100%',
        result: 'cannot be checked',
        reason: 'The registry did not send every percentage.',
      };
    const residue = total > hundred ? total - hundred : hundred - total;
    const fits = residue <= perHolder * BigInt(holders);
    return {
      ...both,
      left: shown(total),
      right: '100%',
      result: fits ? 'holds' : 'differs',
      reason: residue === 0n ? undefined : `Rounding difference ${shown(residue)}.`,
    };
  });
}

/** How many figures differ from their formatted text: `totalShares` 1000 beside `totalSharesFormat` '1,000'. */
export function writtenAsCounted(id: string, what: string, rows: readonly object[]): Check[] {
  let seen = 0;
  let wrong = 0;
  for (const row of rows as readonly Record<string, unknown>[])
    for (const [name, written] of Object.entries(row)) {
      if (!name.endsWith('Format') || typeof written !== 'string' || !/\d/.test(written)) continue;
      const counted = exact(row[name.slice(0, -'Format'.length)]);
      const digits = written.replace(/[^\d-]/g, '');
      if (counted === null || written.includes('.') || !/^-?\d+$/.test(digits)) continue;
      seen += 1;
      if (BigInt(digits) !== counted) wrong += 1;
    }
  if (seen === 0) return [];
  const text = `${what}: figures whose formatted text differs from the number, of ${seen}`;
  return [{ ...mustEqual(`${id}/written`, text, BigInt(wrong), 0n), isOfText: true }];
}
