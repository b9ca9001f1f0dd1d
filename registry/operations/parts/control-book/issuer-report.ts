// Value of aged record differences, and whether it has to be reported to the issuer (17 CFR 240.17Ad-11).

import { daysBetween } from '#lib/format/dates';
import { agedAfterDays } from '#lib/proof/verdict';
import type { SecurityClass } from '#registry/queries/classes';
import type { ControlBalance } from '#registry/queries/reports/control-balances';
import type { OpenDifference } from '#registry/queries/reports/open-differences';

/** Cents of the aged differences of all classes of a kind together, and the cents above which they are reported. */
export type AgedValue = {
  /** Null where an aged difference has no price. */
  value: bigint | null;
  limit: bigint;
};

export type AgedValues = { equity: AgedValue; debt: AgedValue };

type Box = { ofClass: SecurityClass; control: ControlBalance; differences: readonly OpenDifference[] };

/**
 * What decides whether the issuer gets a report of aged differences (17 CFR 240.17Ad-11(b)): their market value over all
 * equity, or all debt, classes, against a limit by the issuer's capitalization. A class without a price adds nothing to
 * the capitalization, which can only lower the limit.
 */
export function agedValues(
  boxes: readonly Box[],
  prices: ReadonlyMap<bigint, string>,
  day: string,
): AgedValues {
  const capital = boxes.reduce((sum, { ofClass, control }) => {
    const price = prices.get(ofClass.id);
    if (ofClass.isDollar || price === undefined) return sum;
    return sum + worth(control.issued - control.treasury, price);
  }, 0n);
  const of = (isDebt: boolean): AgedValue => {
    const own = boxes.filter(({ ofClass }) => ofClass.isDollar === isDebt);
    const value = agedValue(
      own.flatMap(({ differences }) => differences),
      day,
    );
    return { value, limit: limitFor(capital, isDebt) };
  };
  return { equity: of(false), debt: of(true) };
}

/** Cents of the open differences that are aged on a day; null where one of them has no price. */
export function agedValue(
  open: readonly Pick<OpenDifference, 'existed_since' | 'shares' | 'price'>[],
  day: string,
): bigint | null {
  return marketValue(open.filter((each) => daysBetween(each.existed_since, day) > agedAfterDays));
}

/** Cents of differences; null where one of them has no price. */
export const marketValue = (
  differences: readonly Pick<OpenDifference, 'shares' | 'price'>[],
): bigint | null =>
  differences.some(({ price }) => price === null)
    ? null
    : differences.reduce((sum, { shares, price }) => sum + worth(shares, price ?? '0'), 0n);

/** True or false as it is reported or not; null where a price is missing and a person decides. */
export const isReported = ({ value, limit }: AgedValue): boolean | null =>
  value === null ? null : value > limit;

/** Cents of shares, which may be negative, at an exact decimal price; rounded half up. */
export function worth(shares: bigint, price: string): bigint {
  const [whole = '0', fraction = ''] = price.split('.');
  const scale = 10n ** BigInt(fraction.length);
  const count = shares < 0n ? -shares : shares;
  return (2n * count * BigInt(whole + fraction) * 100n + scale) / (2n * scale);
}

const dollars = 100n;
/** Up to this capitalization, aged differences above this market value (equity, debt) are reported. */
const steps: readonly (readonly [upTo: bigint, equity: bigint, debt: bigint])[] = [
  [5_000_000n, 50_000n, 100_000n],
  [50_000_000n, 250_000n, 500_000n],
  [150_000_000n, 500_000n, 1_000_000n],
];

function limitFor(capital: bigint, isDebt: boolean): bigint {
  const step = steps.find(([upTo]) => capital <= upTo * dollars);
  const [, equity, debt] = step ?? [0n, 1_000_000n, 2_000_000n];
  return (isDebt ? debt : equity) * dollars;
}
