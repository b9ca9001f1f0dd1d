'use client';

import { addMonths, formatDate, monthEnd, quarterEnd, yearEnd } from '#lib/format/dates';
import { MenuList } from '../ui/overlay/menu-list.tsx';

/** Closed periods before `today`, newest first, each day once; none before `earliest`. */
export function periodEnds(today: string, earliest = ''): { label: string; date: string }[] {
  const ends = [
    { label: 'Last month end', date: monthEnd(addMonths(today, -1)) },
    { label: 'Last quarter end', date: quarterEnd(addMonths(today, -3)) },
    { label: 'Last year end', date: yearEnd(addMonths(today, -12)) },
    { label: 'Previous year end', date: yearEnd(addMonths(today, -24)) },
  ];
  return ends.filter(
    (end, index) => end.date >= earliest && ends.findIndex((other) => other.date === end.date) === index,
  );
}

type PeriodListProps = {
  today: string;
  earliest: string | undefined;
  onChange: (date: string) => void;
  close: () => void;
};

/** Ends of past periods to choose from; loaded at the first press. */
export function PeriodList({ today, earliest, onChange, close }: PeriodListProps) {
  const items = periodEnds(today, earliest).map((end) => ({
    label: end.label,
    note: formatDate(end.date),
    onSelect: () => onChange(end.date),
  }));
  return <MenuList items={items} close={close} />;
}
