import { addDays } from '#lib/format/dates';
import { type Period, readPeriod } from '#lib/register/periods';

/** Days shown when the address has no period. */
export const defaultDays = 30;

export const defaultPeriod = (today: string): Period => ({
  from: addDays(today, 1 - defaultDays),
  to: today,
});

export const periodOf = (from: string | null, to: string | null, today: string): Period =>
  readPeriod(from, to, today, defaultPeriod(today));
