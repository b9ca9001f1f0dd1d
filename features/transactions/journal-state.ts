import { type DateBasis, dateBases } from '#lib/register/transactions/journal';

/** `?by=`; any other value means the effective date, from which holdings count. */
export const readBasis = (value: string | null): DateBasis =>
  value !== null && Object.hasOwn(dateBases, value) ? (value as DateBasis) : 'EffectiveDate';
