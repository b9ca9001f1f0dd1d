import type { FigureChange } from '../proof/figures.ts';
import type { VerdictKind } from '../proof/verdict.ts';
import { queryText, request } from './call.ts';
import { untilRead } from './until-read.ts';

/** A verdict on the end of a month. `readAt` is an instant; `version` that of the books, where the registry gives one. */
export type SaidOfMonth = {
  kind: VerdictKind;
  label: string;
  sentence: string;
  version: string | null;
  readAt: string;
};

/** What is stored of the month that ends on this day. */
export type MonthEnd = SaidOfMonth & { end: string };

/** What is stored, what the books say now, and what differs; `stored` null where books were never read. */
export type MonthEndRead = {
  stored: MonthEnd | null;
  now: SaidOfMonth;
  changes: FigureChange[];
  /** Changes beyond those listed. */
  more: number;
};

/** The stored verdicts on an issuer's month ends before a day, the latest first. */
export const storedMonthEnds = async (issuer: number, before: string, signal?: AbortSignal) =>
  (
    (await request(`/api/month-ends${queryText({ issuer, before })}`, { signal })) as {
      monthEnds: MonthEnd[];
    }
  ).monthEnds;

/** Reads the books of a month end anew; the first reading is stored. */
export const readMonthEnd = (issuer: number, end: string, signal?: AbortSignal) =>
  untilRead(async (isAgain) => {
    const body = { issuer, end, ...(isAgain && { isAgain }) };
    return (await request('/api/month-ends', { method: 'POST', body, signal })) as MonthEndRead;
  }, signal);
