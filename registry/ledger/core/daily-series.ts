/**
 * A quantity over time as changes per day, so that a back-dated entry can be checked on every later day too: no
 * balance may be negative on any day.
 */
export type DailySeries = {
  /** Sum of the days before `from`. */
  from: string;
  base: bigint;
  /** Ascending by day, at or after `from`. */
  days: { day: string; delta: bigint }[];
};

export function emptySeries(): DailySeries {
  return { from: '0001-01-01', base: 0n, days: [] };
}

/** Adds a change at `day`, which must not be before the series' `from`. */
export function addToSeries(track: DailySeries, day: string, delta: bigint): void {
  const { days } = track;
  let index = days.length;
  while (index > 0 && days[index - 1]!.day > day) index -= 1;
  const before = days[index - 1];
  if (before?.day === day) before.delta += delta;
  else days.splice(index, 0, { day, delta });
}

/** The quantity at the close of `day`. */
export function seriesAt(track: DailySeries, day: string): bigint {
  let sum = track.base;
  for (const change of track.days) {
    if (change.day > day) break;
    sum += change.delta;
  }
  return sum;
}

/** The lowest quantity at the close of `day` or of any later day. */
export function lowestFrom(track: DailySeries, day: string): bigint {
  const { days } = track;
  let sum = track.base;
  for (const change of days) sum += change.delta;
  let lowest = sum;
  for (let index = days.length - 1; index >= 0 && days[index]!.day > day; index -= 1) {
    sum -= days[index]!.delta;
    if (sum < lowest) lowest = sum;
  }
  return lowest;
}
