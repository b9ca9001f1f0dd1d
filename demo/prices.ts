import { setPriceIn } from '#registry/ledger/core/notes';
import type { Job } from './schedule.ts';
import type { Simulation } from './simulation.ts';

/**
 * A price on the first of every n-th month from 2023 on, as a random walk from `cents`; `splits` multiplies it
 * from a day on.
 */
export function pricesEvery(
  simulation: Simulation,
  classId: bigint,
  cents: number,
  months: number,
  split?: { day: string; factor: number },
): Job[] {
  const jobs: Job[] = [];
  let price = cents;
  let isSplit = false;
  for (let index = 0; index < 48; index += months) {
    const day = `${2023 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`;
    if (day > simulation.world.lastDay) break;
    if (split && !isSplit && day >= split.day) {
      price *= split.factor;
      isSplit = true;
    } else price *= 1 + simulation.world.rng.int(-30, 36) / 1000;
    const amount = (Math.max(1, Math.round(price)) / 100).toFixed(2);
    jobs.push({
      day,
      rank: 0,
      run: () => setPriceIn(simulation.book, { issuerId: simulation.issuerId, classId, day, amount }),
    });
  }
  return jobs;
}
