// Runs the demo's jobs in order of date; draws business days and plans received items.

import { addBusinessDays, isBusinessDay } from '#lib/format/business-days';
import { addDays, daysBetween } from '#lib/format/dates';
import { type Item, pickPresentor, type Simulation } from './simulation.ts';
import { completionDay, routineDays } from './world.ts';

/** An event on a day. Jobs run in order of day, then `rank`, then of planning. */
export type Job = { day: string; rank: number; run: () => Promise<unknown> };

/** Runs jobs in date order; yields regularly, so that database responses are processed. */
export async function runJobs(jobs: readonly Job[]): Promise<void> {
  const order = jobs
    .map((job, index) => ({ job, index }))
    .sort((a, b) => compare(a.job.day, b.job.day) || a.job.rank - b.job.rank || a.index - b.index);
  let turn = 0;
  for (const { job } of order) {
    await job.run();
    turn += 1;
    if (turn % 200 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export type Period = { from: string; to: string };

/** The calendar years of a simulation with the number of events in each. */
export function yearly(perYear: number, period: Period): { from: string; to: string; count: number }[] {
  const years: { from: string; to: string; count: number }[] = [];
  for (let year = Number(period.from.slice(0, 4)); year <= Number(period.to.slice(0, 4)); year += 1) {
    const from = period.from > `${year}-01-01` ? period.from : `${year}-01-01`;
    const to = period.to < `${year}-12-31` ? period.to : `${year}-12-31`;
    const days = daysBetween(`${year}-01-01`, `${year}-12-31`) + 1;
    years.push({ from, to, count: Math.round((perYear * (daysBetween(from, to) + 1)) / days) });
  }
  return years;
}

export function randomBusinessDay(simulation: Simulation, from: string, to: string): string {
  const span = daysBetween(from, to);
  for (;;) {
    const day = addDays(from, simulation.world.rng.int(0, span));
    if (isBusinessDay(day)) return day;
  }
}

/** `count` business days in a period, in order. */
export function someDays(simulation: Simulation, count: number, from: string, to: string): string[] {
  return Array.from({ length: count }, () => randomBusinessDay(simulation, from, to)).sort();
}

/** The day itself, or the next one on which both agent and exchange are open. */
export function openDay(day: string): string {
  let at = day;
  while (!isBusinessDay(at) || !isBusinessDay(at, { holidays: 'nyse' })) at = addDays(at, 1);
  return at;
}

/** The last day before this one on which both are open. */
export function openDayBefore(day: string): string {
  let at = addDays(day, -1);
  while (!isBusinessDay(at) || !isBusinessDay(at, { holidays: 'nyse' })) at = addDays(at, -1);
  return at;
}

export type Outcome = 'Completed' | 'Rejected' | 'Canceled' | 'Pending';
export type PlannedItem = Item & { outcome: Outcome };

/**
 * Business days since the receipt of the items still pending, in the order of their planning: two wait for papers,
 * the others came in on the last three days.
 */
const pendingDays = [1, 0, 2, 0, 0, 1, 0, 0, 1, 0, 9, 0, 1, 0, 0, 1, 14, 2, 0, 1];

/** The day of receipt of the n-th item that is still pending on a business day. */
export function pendingSince(queueDay: string, place: number): string {
  let day = queueDay;
  for (let left = pendingDays[place % pendingDays.length]!; left > 0; left -= 1) {
    day = addDays(day, -1);
    while (!isBusinessDay(day)) day = addDays(day, -1);
  }
  return day;
}

/**
 * The items received in a period: of 100, 93 Completed, 4 Rejected, 2 Canceled and 1 still Pending. Nothing is
 * completed after the demo's last day.
 */
export function planItems(simulation: Simulation, perYear: number, period: Period): PlannedItem[] {
  const { rng, lastDay } = simulation.world;
  const items: PlannedItem[] = [];
  for (const year of yearly(perYear, period)) {
    const isLast = year.to === lastDay;
    const pending = isLast ? Math.max(1, Math.round(perYear * 0.01)) : 0;
    const rejected = Math.round(year.count * 0.047);
    const canceled = Math.round(year.count * 0.023);
    const end = isLast ? addBusinessDays(addDays(lastDay, -16), 0) : year.to;
    for (let i = 0; i < year.count; i += 1) {
      const outcome: Outcome =
        i < pending
          ? 'Pending'
          : i < pending + rejected
            ? 'Rejected'
            : i < pending + rejected + canceled
              ? 'Canceled'
              : 'Completed';
      const receivedOn =
        outcome === 'Pending'
          ? pendingSince(simulation.world.queueDay, simulation.world.pending++)
          : randomBusinessDay(simulation, year.from, end);
      // An item still pending waits for documents or a review, so it is not routine.
      const isRoutine = outcome === 'Completed' && rng.chance(0.88);
      const days = isRoutine ? routineDays(simulation.world, receivedOn) : rng.int(1, 8);
      const completedOn = completionDay(receivedOn, days);
      items.push({ receivedOn, completedOn, isRoutine, presentor: pickPresentor(simulation), outcome });
    }
  }
  return items.sort((a, b) => compare(a.completedOn, b.completedOn));
}
