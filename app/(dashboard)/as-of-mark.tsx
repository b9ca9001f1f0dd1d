import { formatLongDate } from '#lib/format/dates';

/** The date the figures of a panel are of; every panel prints its own (peers §5.2). `date` null means today. */
export function AsOfMark({ date, today }: { date: string | null; today: string }) {
  if (date === null) return <span>As of today, {formatLongDate(today)}</span>;
  return <strong className="font-semibold text-past">As of {formatLongDate(date)}</strong>;
}

/** For what the interface gives without a date: in the past it stands out, because the rest of the page moved. */
export function CurrentOnlyMark({ past, today }: { past: boolean; today: string }) {
  if (!past) return <span>Current, {formatLongDate(today)}</span>;
  return <strong className="font-semibold text-warning">Current only, not as of the date above</strong>;
}
