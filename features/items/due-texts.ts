// Texts on when an item is due, when a held one is looked at again, and the time until the cut-off.

import { businessDaysBetween } from '#lib/format/business-days';
import { formatDate } from '#lib/format/dates';
import type { Tone } from '#lib/format/tone';
import type { ItemRow } from './item-row.ts';

export type DueFacts = Pick<ItemRow, 'dueDate' | 'effectiveDate'>;

/**
 * How an open item stands against its due day. One with a later effective date cannot be posted before it, and is
 * not overdue.
 */
export function dueText({ dueDate, effectiveDate }: DueFacts, today: string): { text: string; tone: Tone } {
  if (effectiveDate !== null && effectiveDate > today)
    return { text: `Effective ${shortDate(effectiveDate)}`, tone: 'neutral' };
  if (dueDate === null) return { text: '–', tone: 'neutral' };
  if (dueDate === today) return { text: 'Due today', tone: 'warning' };
  if (dueDate > today) return { text: `Due ${shortDate(dueDate)}`, tone: 'neutral' };
  const days = businessDaysBetween(dueDate, today);
  // Its day is over, and no business day has passed since: on the weekend after it.
  if (days === 0) return { text: 'Overdue', tone: 'danger' };
  return { text: `Overdue ${days} ${days === 1 ? 'day' : 'days'}`, tone: 'danger' };
}

/** Without the year: 'Nov 27'. */
export const shortDate = (day: string) => formatDate(day).replace(/, \d{4}$/, '');

/** When a held item is looked at again. */
export function nextActionText(nextActionOn: string, today: string): { text: string; tone: Tone } {
  if (nextActionOn > today) return { text: `until ${shortDate(nextActionOn)}`, tone: 'neutral' };
  return {
    text: nextActionOn === today ? 'until today' : `since ${shortDate(nextActionOn)}`,
    tone: 'warning',
  };
}

/** Minutes from an instant until the cut-off on the same day of the registry's zone; negative after it. */
export function minutesToCutoff(nowMs: number, timeZone: string, cutoff: string): number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
  return minutes(cutoff) - minutes(clock.format(nowMs));
}

export const cutoffText = (minutes: number) =>
  minutes < 0
    ? 'Cut-off has passed'
    : `${Math.floor(minutes / 60) > 0 ? `${Math.floor(minutes / 60)} h ` : ''}${minutes % 60} min to the cut-off`;
