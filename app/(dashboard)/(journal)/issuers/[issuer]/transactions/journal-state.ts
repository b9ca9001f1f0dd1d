import { type DateBasis, dateBases } from '../../../../journal.ts';

/** `?by=`; anything else is the effective date, from which holdings count (domain §2). */
export const readBasis = (value: string | null): DateBasis =>
  value !== null && Object.hasOwn(dateBases, value) ? (value as DateBasis) : 'EffectiveDate';
