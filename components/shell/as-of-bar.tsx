'use client';

import { daysBetween, formatDate } from '#lib/format/dates';
import { lazyComponent } from '../ui/browser/lazy-component.tsx';
import { useShortcut } from '../ui/browser/shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { Icon } from '../ui/icons.tsx';
import { DateInput } from '../ui/input/date-input.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { Menu, openingMenu } from '../ui/overlay/menu.tsx';

const PeriodList = lazyComponent(
  () => import('./period-list.tsx').then((part) => part.PeriodList),
  openingMenu,
  'when drawn',
);

export type AsOfBarProps = {
  /** 'yyyy-mm-dd', or null for today. */
  date: string | null;
  today: string;
  /** null means today. */
  onChange: (date: string | null) => void;
  /** First day that the books cover, if there is one; earlier days are not offered. */
  earliest?: string;
};

const returnKey = 't';

const ago = (days: number) =>
  days === 1 ? '1 day before today' : `${days.toLocaleString('en-US')} days before today`;

/**
 * As-of date of all figures below. A past date changes the header's color and shows a button to return to
 * today.
 */
export function AsOfBar({ date, today, onChange, earliest }: AsOfBarProps) {
  const past = date !== null && date !== today;
  const change = (next: string) => onChange(next === '' || next === today ? null : next);
  useShortcut(returnKey, () => onChange(null), past);
  return (
    <section
      aria-label="As-of date"
      data-as-of={past ? 'past' : 'today'}
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t px-4 py-1.5 max-sm:px-3',
        past ? 'border-past bg-past-soft text-past' : 'border-line',
      )}
    >
      <p role="status" className="flex flex-wrap items-center gap-x-2">
        <Icon name={past ? 'history' : 'calendar'} />
        <strong className="font-semibold">As of {past ? formatDate(date) : 'today'}</strong>
        <span className={past ? undefined : 'text-muted max-sm:sr-only'}>
          {past ? ago(daysBetween(date, today)) : formatDate(today)}
        </span>
      </p>
      <div className={cn('ml-auto flex flex-wrap items-center gap-2', past && 'max-sm:ml-0')}>
        {past && (
          <Button
            size="sm"
            onClick={() => onChange(null)}
            aria-keyshortcuts={returnKey}
            className="border-past! bg-past! text-past-soft!"
          >
            Return to today
            <span className="pointer-coarse:hidden max-sm:hidden">
              <Kbd>T</Kbd>
            </span>
          </Button>
        )}
        {earliest && (
          <span className="text-sm" title="What was canceled before this day is not known.">
            {past && date < earliest
              ? `Holdings of this day are not known: the books begin ${formatDate(earliest)}`
              : `Books begin ${formatDate(earliest)}`}
          </span>
        )}
        <Menu
          label="Period ends"
          icon="calendar"
          face={<span className="max-sm:sr-only">Period ends</span>}
          align="end"
          list={(close) => <PeriodList today={today} earliest={earliest} onChange={change} close={close} />}
        />
        <DateInput
          aria-label="As of"
          value={date ?? today}
          onChange={change}
          min={earliest}
          max={today}
          className="w-36!"
        />
      </div>
    </section>
  );
}
