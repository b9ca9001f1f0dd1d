import { addBusinessDays } from '#lib/format/business-days';
import { addDays } from '#lib/format/dates';
import { clearChecksIn, declareDividendIn, payCashDividendIn } from '#registry/ledger/dividends';
import type { Market } from './market.ts';
import { type Job, openDay, openDayBefore } from './schedule.ts';
import type { Simulation } from './simulation.ts';

export type Payout = {
  kind?: 'Cash' | 'Special Cash';
  declaredOn: string;
  recordOn: string;
  payableOn: string;
  rate: string;
};

/** The jobs of a cash dividend: declared, paid, and after a quarter all checks cleared but a few. */
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
  const clearedOn = addBusinessDays(addDays(payout.payableOn, 90), 0);
  if (clearedOn > world.lastDay) return [declare, pay];
  const keepsEvery = 41n;
  const clear: Job = {
    day: clearedOn,
    rank: 4,
    run: () => clearChecksIn(book, { issuerId, dividendId, keepsEvery }),
  };
  return [declare, pay, clear];
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
