import { addDays, addMonths } from '../format/dates.ts';
import { monthStart, type Period, quarterStart, yearStart } from './periods.ts';

/** Common periods seen from a day; current ones end on that day. */
export function presets(today: string): readonly (Period & { id: string; label: string })[] {
  const before = addDays(quarterStart(today), -1);
  const monthBefore = addDays(monthStart(today), -1);
  return [
    { id: 'quarter', label: 'This quarter', from: quarterStart(today), to: today },
    { id: 'last-quarter', label: 'Last quarter', from: quarterStart(before), to: before },
    { id: 'month', label: 'This month', from: monthStart(today), to: today },
    { id: 'last-month', label: 'Last month', from: monthStart(monthBefore), to: monthBefore },
    { id: 'year', label: 'This year', from: yearStart(today), to: today },
    { id: 'twelve', label: 'Last 12 months', from: addDays(addMonths(today, -12), 1), to: today },
  ];
}
