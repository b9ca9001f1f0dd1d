// Parts of the self-service form: options, as-of date and period.

import type { ReactNode } from 'react';
import { cn } from '#components/ui/cn';
import { formatDate } from '#lib/format/dates';
import { dayNames, dayOf, dayTitles, periodNames, periodOf, periodTitles } from '#lib/format/periods';
import type { ReportFormError } from '#lib/reports/self-service-form';
import type { Getting } from './load-report-form.ts';

export type PartProps = { getting: Getting; problems: Partial<Record<ReportFormError, string>> };

/** Defined here: the server cannot read text exported by a client module. */
export const bigControl =
  'min-h-11 w-full min-w-0 rounded border border-rule bg-raised px-2 text-lg text-ink';

/** A titled part of the form, with its error if it has one. */
export function Part(props: { title: string; problem?: string; className?: string; children: ReactNode }) {
  return (
    <fieldset className={cn('min-w-0', props.className)}>
      <legend className="mb-1.5 font-title text-lg">{props.title}</legend>
      {props.problem && <p className="mb-1 text-danger">{props.problem}</p>}
      {props.children}
    </fieldset>
  );
}

type OptionProps = {
  name: string;
  value: string;
  title: string;
  note?: string;
  checked: boolean;
  /** Attribute on the button for the style sheet. */
  mark?: string;
};

/** A radio button large enough for touch. */
export const Option = ({ name, value, title, note, checked, mark }: OptionProps) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-line bg-raised px-3 py-1.5 has-checked:border-accent has-checked:bg-accent-soft">
    <input
      type="radio"
      name={name}
      value={value}
      defaultChecked={checked}
      required
      className={cn('size-5 shrink-0 accent-accent', mark)}
    />
    <span className="min-w-0">
      <span className="block text-lg leading-6">{title}</span>
      {note && <span className="block text-sm text-muted">{note}</span>}
    </span>
  </label>
);

/** As-of date, for files of one day; the day field is used only when no preset is chosen. */
export function DayPart({ getting, problems: errors }: PartProps) {
  const { state, today, record } = getting;
  const named = dayNames.some((name) => name === state.asof) || (record !== null && state.asof === record);
  const picked = /^\d{4}-/.test(state.asof) ? state.asof : state.day;
  return (
    <Part title="As of" problem={errors.day} className="group-[:has(.period:checked)]/get:hidden">
      <div className="group/day grid gap-1.5 sm:grid-cols-3 md:grid-cols-4">
        {dayNames.map((name) => (
          <Option
            key={name}
            name="asof"
            value={name}
            title={dayTitles[name]}
            note={formatDate(dayOf(name, today))}
            checked={state.asof === name}
          />
        ))}
        {record && (
          <Option
            name="asof"
            value={record}
            title="Record date"
            note={`${formatDate(record)}, of the next meeting`}
            checked={state.asof === record}
          />
        )}
        <Option name="asof" value="pick" title="Another date" checked={!named} />
        <label className="block group-[:not(:has([value=pick]:checked))]/day:hidden">
          <span className="sr-only">Chosen date</span>
          <input type="date" name="day" max={today} defaultValue={picked} className={bigControl} />
        </label>
      </div>
    </Part>
  );
}

/** Start and end day, for files of a period. */
export function PeriodPart({ getting, problems: errors }: PartProps) {
  const { state, today } = getting;
  const named = periodNames.some((name) => name === state.period);
  return (
    <Part title="Period" problem={errors.period} className="group-[:not(:has(.period:checked))]/get:hidden">
      <div className="group/period grid gap-1.5 sm:grid-cols-3">
        {periodNames.map((name) => {
          const { from, to } = periodOf(name, today);
          return (
            <Option
              key={name}
              name="period"
              value={name}
              title={periodTitles[name]}
              note={`${formatDate(from)} to ${formatDate(to)}`}
              checked={state.period === name}
            />
          );
        })}
        <Option name="period" value="pick" title="Other dates" checked={!named} />
        <div className="grid grid-cols-2 gap-1.5 group-[:not(:has([value=pick]:checked))]/period:hidden">
          <label>
            <span className="text-sm text-muted">From</span>
            <input type="date" name="from" max={today} defaultValue={state.from} className={bigControl} />
          </label>
          <label>
            <span className="text-sm text-muted">To</span>
            <input type="date" name="to" max={today} defaultValue={state.to} className={bigControl} />
          </label>
        </div>
      </div>
    </Part>
  );
}
