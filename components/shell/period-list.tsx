'use client';

import { addMonths, formatDate, monthEnd, quarterEnd, yearEnd } from '#lib/format/dates';
import { MenuList } from '../ui/overlay/menu-list.tsx';

/** Closed periods before `today`, newest first, each day once. */
export function periodEnds(today: string): { label: string; date: string }[] {
  const ends = [
    { label: 'Last month end', date: monthEnd(addMonths(today, -1)) },
    { label: 'Last quarter end', date: quarterEnd(addMonths(today, -3)) },
    { label: 'Last year end', date: yearEnd(addMonths(today, -12)) },
    { label: 'Previous year end', date: yearEnd(addMonths(today, -24)) },
  ];
  return ends.filter((end, index) => ends.findIndex((other) => other.date === end.date) === index);
}

type PeriodListProps = { today: string; onChange: (date: string) => void; close: () => void };

/** Ends of past periods to choose from; loaded at the first press. */
export function PeriodList({ today, onChange, close }: PeriodListProps) {
  const items = periodEnds(today).map((end) => ({
    label: end.label,
    note: formatDate(end.date),
    onSelect: () => onChange(end.date),
  }));
  return <MenuList items={items} close={close} />;
}
