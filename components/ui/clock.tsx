// React context with the time zone in which times are shown.

'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { todayIn } from '#lib/format/today';
import { formatInstant, formatTime } from './instant.ts';

const TimeZone = createContext<string | undefined>(undefined);

/** Sets the time zone of the registry for all times below. */
export const TimeZoneProvider = ({ timeZone, children }: { timeZone: string; children: ReactNode }) => (
  <TimeZone value={timeZone}>{children}</TimeZone>
);

export type Clock = {
  /** 'Nov 20, 2026, 3:42 PM EST' of an instant as ISO text. */
  instant: (iso: string) => string;
  /** '3:42 PM EST' of an instant in milliseconds. */
  time: (ms: number) => string;
  /** The calendar day of an instant, yyyy-mm-dd. */
  day: (iso: string) => string;
};

/** Times on the clocks of the registry's time zone; of the browser's outside of the dashboard's pages. */
export function useClock(): Clock {
  const timeZone = useContext(TimeZone);
  return useMemo(
    () => ({
      instant: (iso) => formatInstant(iso, timeZone),
      time: (ms) => formatTime(ms, timeZone),
      day: (iso) => todayIn(timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, new Date(iso)),
    }),
    [timeZone],
  );
}
