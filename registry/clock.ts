import type { CalendarDate } from '#lib/format/dates';

/** Source of "now" and "today"; tests pass their own. */
export type Clock = {
  /** The registry's IANA time zone. */
  timeZone: string;
  now(): Date;
  /** The calendar day in the registry's time zone. */
  today(): CalendarDate;
  /** Now as ISO date-time with the registry's offset, whole seconds: '2026-11-20T10:15:00-05:00'. */
  stamp(): string;
};

/** The system clock, or a clock fixed at `fixed`, read in `timeZone`. */
export function clockIn(timeZone: string, fixed?: Date): Clock {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  });
  const now = () => (fixed ? new Date(fixed) : new Date());
  const read = () => {
    const found = new Map(parts.formatToParts(now()).map(({ type, value }) => [type, value]));
    return (type: Intl.DateTimeFormatPartTypes) => found.get(type) ?? '';
  };
  // Cached: formatting the day takes as long as a small query, and every request needs it.
  let known = { second: Number.NaN, day: '' };
  return {
    timeZone,
    now,
    today: () => {
      const second = Math.floor(now().getTime() / 1000);
      if (second !== known.second) {
        const part = read();
        known = { second, day: `${part('year')}-${part('month')}-${part('day')}` };
      }
      return known.day;
    },
    stamp: () => {
      const part = read();
      const time = `${part('hour')}:${part('minute')}:${part('second')}`;
      const offset = part('timeZoneName').replace('GMT', '') || '+00:00';
      return `${part('year')}-${part('month')}-${part('day')}T${time}${offset}`;
    },
  };
}
