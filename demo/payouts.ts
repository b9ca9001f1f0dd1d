// Plans the cash dividends of demo issuers, with checks that are cashed late or never.

import { addBusinessDays } from '#lib/format/business-days';
import { addDays, addMonths } from '#lib/format/dates';
import {
  clearChecksIn,
  declareDividendIn,
  payCashDividendIn,
  remitUncashedIn,
  stopChecksIn,
} from '#registry/ledger/dividends';
import type { Market } from './market/market.ts';
import { type Job, openDay, openDayBefore } from './schedule.ts';
import type { Simulation } from './simulation.ts';

export type Payout = {
  kind?: 'Cash' | 'Special Cash';
  declaredOn: string;
  recordOn: string;
  payableOn: string;
  rate: string;
};

/** The states receive, each autumn, what nobody has claimed for three years. */
const remittances = ['2026-10-30'];

/**
 * One check in so many is not cashed within that many days: most are within three weeks, and after a year most of the rest
 * were replaced and cashed. Each number divides the next, so that a cashed check stays so.
 */
const uncashed = [
  { days: 7, oneIn: 2n },
  { days: 21, oneIn: 22n },
  { days: 60, oneIn: 44n },
  { days: 365, oneIn: 132n },
];

/** A check is stale after six months. Whoever has not answered a year later gets no other: the check is stopped. */
const stoppedAfterMonths = 18;

/**
 * The jobs of a cash dividend: declared, paid, the checks cashed in time or late, the rest stopped, and after three years
 * remitted to the states.
 */
export function planPayout(
  simulation: Simulation,
  market: Market,
  payout: Payout,
  onDeclared?: (dividendId: bigint) => void,
): Job[] {
  const { book, issuerId, world } = simulation;
  let dividendId = 0n;
  const declare: Job = {
    day: payout.declaredOn,
    rank: 4,
    run: async () => {
      dividendId = await declareDividendIn(book, {
        issuerId,
        classId: market.classId,
        kind: payout.kind ?? 'Cash',
        declaredOn: payout.declaredOn,
        // Settlement in one day: since May 28, 2024 the ex-date equals the record date.
        exOn: payout.recordOn >= '2024-05-28' ? payout.recordOn : openDayBefore(payout.recordOn),
        recordOn: payout.recordOn,
        payableOn: payout.payableOn,
        rate: payout.rate,
        fractionalType: 'None',
      });
      onDeclared?.(dividendId);
    },
  };
  if (payout.payableOn > world.lastDay) return [declare];
  const pay: Job = {
    day: payout.payableOn,
    rank: 6,
    run: () => payCashDividendIn(book, { issuerId, dividendId, paidAt: simulation.stamp(payout.payableOn) }),
  };
  const clear = uncashed.map(
    ({ days, oneIn }): Job => ({
      day: addBusinessDays(addDays(payout.payableOn, days), 0),
      rank: 4,
      run: () => clearChecksIn(book, { issuerId, dividendId, keepsEvery: oneIn }),
    }),
  );
  const stop: Job = {
    day: addBusinessDays(addMonths(payout.payableOn, stoppedAfterMonths), 0),
    rank: 4,
    run: () => stopChecksIn(book, { issuerId, dividendId }),
  };
  const dormantOn = addMonths(payout.payableOn, 36);
  const remit = remittances
    .filter((day) => day >= dormantOn)
    .slice(0, 1)
    .map((day): Job => ({ day, rank: 4, run: () => remitUncashedIn(book, { issuerId, dividendId }) }));
  return [declare, pay, ...[...clear, stop, ...remit].filter(({ day }) => day <= world.lastDay)];
}

/** Record date is `day` of the month, payment about two weeks later, declaration a month before. */
export function payoutOn(recordOn: string, rate: string, kind?: Payout['kind']): Payout {
  const record = openDay(recordOn);
  return {
    kind,
    declaredOn: openDay(addDays(record, -30)),
    recordOn: record,
    payableOn: openDay(addDays(record, 15)),
    rate,
  };
}
