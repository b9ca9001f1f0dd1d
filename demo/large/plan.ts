// Size and dates of a large generated issuer, as the options of registry:seed state them.

import { addDays } from '#lib/format/dates';

/** The options of `npm run registry:seed`. */
export type LargePlan = { issuer: bigint; holders: number; certificates: number; seed: number };

/**
 * History of a large issuer: opened, split two for one on a day without other entries, and traded until the
 * last day.
 */
export const firstDay = '2019-01-02';
export const splitDay = '2022-06-15';
export const lastDay = '2026-11-18';

export const limits = { holders: [100, 5_000_000], perHolder: [3, 40] } as const;

/** The business days of the history, without weekends; days are identified by their index. */
export function businessDays(): string[] {
  const days: string[] = [];
  let weekday = new Date(`${firstDay}T00:00:00Z`).getUTCDay();
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
    if (weekday !== 0 && weekday !== 6) days.push(day);
    weekday = (weekday + 1) % 7;
  }
  return days;
}

/** The reason why a plan cannot be built; undefined when it can. */
export function rejectionOf({ holders, certificates }: LargePlan): string | undefined {
  const [fewest, most] = limits.holders;
  if (holders < fewest || holders > most) return `--holders is a number from ${fewest} to ${most}.`;
  const [least, top] = limits.perHolder;
  if (certificates < least * holders || certificates > top * holders) {
    return `--certificates is a number from ${least * holders} to ${top * holders}: ${least} to ${top} for each holder.`;
  }
  return undefined;
}
