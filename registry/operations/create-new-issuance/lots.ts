import type { RequestFor } from '#lib/contract/index';
import type { CalendarDate } from '#lib/format/dates';
import { lotOf } from '#registry/ledger/core/given-lot';
import { takeLots } from '#registry/ledger/core/tax-lots';
import type { Lot } from '#registry/ledger/core/types';

type Body = RequestFor<'CreateNewIssuance'>;
type Certificates = readonly NonNullable<Body['certificates']>[number][];
type TaxLot = NonNullable<Body['TaxLots']>[number];
type LotErrors = Record<string, string[]>;

/**
 * The tax lots of each certificate. Lots given in a certificate belong to it. Lots given in the body are
 * distributed in order over the other certificates. Quantities must add up, and no lot may be acquired after
 * its certificate is issued; errors are reported by field.
 */
export function lotsOfCertificates(
  certificates: Certificates,
  common: Body['TaxLots'],
  effectiveOn: CalendarDate,
  errors: LotErrors,
): Lot[][] {
  const open = certificates.filter((one) => !one.TaxLots?.length);
  const left = common?.length && open.length > 0 ? toLots(common, 'TaxLots', effectiveOn, errors) : [];
  if (left.length > 0 && sum(left) !== sum(open)) {
    errors.TaxLots = [`Tax lots must add up to ${sum(open)} shares.`];
    return certificates.map(() => []);
  }
  return certificates.map((one, index) => {
    if (!one.TaxLots?.length) return takeLots(left, one.shares);
    const place = `certificates[${index}].TaxLots`;
    if (sum(one.TaxLots) !== one.shares) errors[place] = [`Tax lots must add up to ${one.shares} shares.`];
    return toLots(one.TaxLots, place, effectiveOn, errors);
  });
}

function toLots(
  given: readonly TaxLot[],
  place: string,
  effectiveOn: CalendarDate,
  errors: LotErrors,
): Lot[] {
  return given.map((lot, index) => {
    if (lot.acquisitionDate > effectiveOn) {
      errors[`${place}[${index}].acquisitionDate`] = [
        `Acquisition date must not be later than the effective date, ${effectiveOn}.`,
      ];
    }
    return lotOf(lot);
  });
}

function sum(list: readonly { shares: bigint }[]): bigint {
  return list.reduce((total, one) => total + one.shares, 0n);
}
