// Dividend reinvestment plan of demo issuer 1008, Northgate.

import { businessDayAfter } from '#lib/format/business-days';
import { addDays } from '#lib/format/dates';
import { centsOf, moneyText } from '#registry/ledger/core/fractions';
import { setPlanCashIn } from '#registry/ledger/dividends';
import type { IssueLine } from '#registry/ledger/issuance/issue';
import { issueShares, repurchase } from '../grants.ts';
import { type Market, sharesOf } from '../market/market.ts';
import { type Payout, planPayout } from '../payouts.ts';
import { type Job, openDay } from '../schedule.ts';
import { priceOn, type Simulation } from '../simulation.ts';
import type { Known } from '../world.ts';

/** The members' purchases are posted in parts, one on each of the business days after the payment. */
const parts = 3;

export type Plan = {
  reserveId: bigint;
  /** Cash too small for a share, in cents by member; it is used at the next purchase. */
  cash: Map<bigint, bigint>;
  /** Shares issued since the last repurchase. */
  bought: bigint;
};

export const openPlan = (reserveId: bigint): Plan => ({ reserveId, cash: new Map(), bought: 0n });

/** A dividend whose members buy shares for it; the company buys as many back, so that the plan dilutes nobody. */
export function planReinvestedPayout(
  simulation: Simulation,
  market: Market,
  treasury: Known,
  plan: Plan,
  payout: Payout,
): Job[] {
  let dividendId = 0n;
  const jobs = planPayout(simulation, market, payout, (id) => {
    dividendId = id;
  });
  if (payout.payableOn > simulation.world.lastDay) return jobs;
  for (let part = 0; part < parts; part += 1) {
    const day = businessDayAfter(payout.payableOn, part + 1);
    jobs.push({ day, rank: 0, run: () => reinvest(simulation, market, plan, dividendId, part, day) });
  }
  const day = openDay(addDays(payout.payableOn, 19));
  jobs.push({
    day,
    rank: 0,
    run: async () => {
      const wanted = sharesOf(market, treasury.id) + plan.bought;
      plan.bought = 0n;
      await repurchase(simulation, market, treasury, { day, target: wanted, left: 1 });
    },
  });
  return jobs;
}

/** Whole shares at the price of the day for what a part of the members reinvest, and their cash carried over. */
async function reinvest(
  simulation: Simulation,
  market: Market,
  plan: Plan,
  dividendId: bigint,
  part: number,
  day: string,
): Promise<void> {
  const { book, issuerId } = simulation;
  const { rows } = await book.tx.query<{ holder_id: bigint; net: string }>(
    `select holder_id, net from dividend_payment
      where issuer_id = $1 and dividend_id = $2 and method = 'Reinvest' order by holder_id`,
    [issuerId, dividendId],
  );
  const price = priceOn(simulation, market.classId, day)!;
  const cents = centsOf(price, 1n, 1n);
  const lines: IssueLine[] = [];
  for (const [index, { holder_id: holderId, net }] of rows.entries()) {
    if (index % parts !== part) continue;
    const cash = (plan.cash.get(holderId) ?? 0n) + centsOf(net, 1n, 1n);
    const shares = cash / cents;
    plan.cash.set(holderId, cash - shares * cents);
    if (shares === 0n) continue;
    const lot = {
      acquiredOn: day,
      shares,
      costPerShare: price,
      totalCost: moneyText(shares * cents),
      isCovered: true,
      method: 'Reinvestment',
    };
    lines.push({ holderId, shares, lots: [lot] });
    plan.bought += shares;
  }
  await issueShares(simulation, market, {
    day,
    lines,
    subKind: 'Reinvestment plan',
    authority: 'Plan administrator instruction',
    reserveId: plan.reserveId,
  });
}

/** Records the cash that the members have in the plan on the last day. */
export function recordPlanCash(simulation: Simulation, market: Market, plan: Plan): Promise<void> {
  const balances = [...plan.cash].map(([holderId, cents]) => ({ holderId, cash: moneyText(cents) }));
  return setPlanCashIn(simulation.book, {
    issuerId: simulation.issuerId,
    classId: market.classId,
    balances,
  });
}
