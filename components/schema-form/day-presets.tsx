'use client';

import { useQuery } from '@tanstack/react-query';
import { query } from '#lib/api/query';
import { formatDate } from '#lib/format/dates';
import { dayNames, dayOf, dayTitles, periodNames, periodOf, periodTitles } from '#lib/format/periods';
import { type MeetingRow, nextRecordDate } from '../pickers/meetings.ts';
import { buttonClass } from '../ui/button.tsx';
import { PressButton } from '../ui/press-button.tsx';

type Preset = { title: string; note: string; on: boolean; take: () => void };

/** Buttons for common days or periods; the current one is marked. */
function Presets({ label, presets }: { label: string; presets: readonly Preset[] }) {
  return (
    <fieldset className="mt-1.5 flex flex-wrap gap-1.5">
      <legend className="sr-only">{label}</legend>
      {presets.map(({ title, note, on, take }) => (
        <PressButton
          key={title}
          type="button"
          aria-pressed={on}
          title={note}
          onClick={take}
          className={`${buttonClass('secondary', 'sm')} aria-pressed:border-accent aria-pressed:bg-accent-soft`}
        >
          {title}
        </PressButton>
      ))}
    </fieldset>
  );
}

type DayProps = {
  value: string;
  today: string;
  onChange: (date: string) => void;
  /** Issuer whose meetings give the record date; null when none may be read. */
  issuer: number | null;
};

/** Today, the period ends before it, and the record date of the next meeting. */
export function DayPresets({ value, today, onChange, issuer }: DayProps) {
  const { data } = useQuery({
    ...query('GetProxyList', { customerIssuerId: issuer }),
    enabled: issuer !== null,
  });
  const record = nextRecordDate((data ?? []) as MeetingRow[], today);
  const days = [
    ...dayNames.map((name) => ({ title: dayTitles[name], day: dayOf(name, today) })),
    ...(record ? [{ title: 'Record date', day: record }] : []),
  ];
  return (
    <Presets
      label="Common dates"
      presets={days.map(({ title, day }) => ({
        title,
        note: formatDate(day),
        on: day === value,
        take: () => onChange(day),
      }))}
    />
  );
}

type PeriodProps = {
  from: string;
  to: string;
  today: string;
  onChange: (period: { from: string; to: string }) => void;
};

/** Current and previous month, quarter and year. */
export function PeriodPresets({ from, to, today, onChange }: PeriodProps) {
  return (
    <Presets
      label="Common periods"
      presets={periodNames.map((name) => {
        const period = periodOf(name, today);
        return {
          title: periodTitles[name],
          note: `${formatDate(period.from)} to ${formatDate(period.to)}`,
          on: period.from === from && period.to === to,
          take: () => onChange(period),
        };
      })}
    />
  );
}
