// Months that the turnaround page offers, and the one that the address asks for.

/** Months of a year up to today, latest first. */
export function monthsOf(year: number, today: string): string[] {
  const months = Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`);
  return months.filter((month) => month <= today.slice(0, 7)).reverse();
}

/** `?month=`: a month that has begun; the last full month for any other value. */
export function readMonth(value: string | null | undefined, today: string): string {
  if (value && /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(value) && value <= today.slice(0, 7)) return value;
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
}

/** A month of which the items of some issuers are not loaded. */
export const notWhole = { label: 'Not all issuers loaded', tone: 'neutral' } as const;
