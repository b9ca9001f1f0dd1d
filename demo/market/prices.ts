import { setPriceIn } from '#registry/ledger/core/record-verbs';
import { type Job, openDay } from '../schedule.ts';
import type { Simulation } from '../simulation.ts';

/**
 * A price on the first open day of every n-th month from 2023 on, as a random walk from `cents`; a split sets another
 * on its day.
 */
export function pricesEvery(
  simulation: Simulation,
  classId: bigint,
  cents: number,
  months: number,
  split?: { day: string; factor: number },
): Job[] {
  const listed: { day: string; amount: string }[] = [];
  const list = (day: string, value: number) =>
    listed.push({ day, amount: (Math.max(1, Math.round(value)) / 100).toFixed(2) });
  let price = cents;
  let isSplit = false;
  for (let index = 0; index < 48; index += months) {
    const day = `${2023 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`;
    if (day > simulation.world.lastDay) break;
    if (split && !isSplit && day >= split.day) {
      price *= split.factor;
      isSplit = true;
      list(split.day, price);
    } else price *= 1 + simulation.world.rng.int(-30, 36) / 1000;
    list(openDay(day), price);
  }
  simulation.prices.set(classId, listed);
  return listed.map(
    ({ day, amount }): Job => ({
      day,
      rank: 0,
      run: () => setPriceIn(simulation.book, { issuerId: simulation.issuerId, classId, day, amount }),
    }),
  );
}
