'use client';

import { createContext, type ReactNode, useMemo, useState } from 'react';

/** What files of the tables below state about their making. */
export type Making = {
  /** The registry's date, 'yyyy-mm-dd'. */
  day: string;
  /** The user who makes the file. */
  by: string;
  /** The present time as ISO text. */
  now: () => string;
};

export const Making = createContext<Making | null>(null);

type Props = { day: string; by: string; serverTime: string; children: ReactNode };

/**
 * Date, time and user for the files of the tables below. A browser's clock and zone may be wrong, so the time is
 * the server's when it made the page, plus what the browser has counted since.
 */
export function MadeOn({ day, by, serverTime, children }: Props) {
  const [aheadMs] = useState(() => Date.parse(serverTime) - Date.now());
  const making = useMemo(
    () => ({ day, by, now: () => new Date(Date.now() + aheadMs).toISOString() }),
    [day, by, aheadMs],
  );
  return <Making value={making}>{children}</Making>;
}
