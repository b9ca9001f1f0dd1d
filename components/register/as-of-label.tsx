import { formatDate } from '#lib/format/dates';

/** The as-of date of a panel's figures; every panel shows its own. `date` null means today. */
export function AsOfLabel({ date, today }: { date: string | null; today: string }) {
  if (date === null) return <span>As of today, {formatDate(today)}</span>;
  return <strong className="font-semibold text-past">As of {formatDate(date)}</strong>;
}

/** For data the interface gives without a date; stands out when the page shows a past day. */
export function CurrentOnlyLabel({ past, today }: { past: boolean; today: string }) {
  if (!past) return <span>Current, {formatDate(today)}</span>;
  return <strong className="font-semibold text-warning">Current data, not as of the selected date</strong>;
}
