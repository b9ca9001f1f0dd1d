// Demo issuer 1004, Prairie Solar Holdings, Inc.: twenty thousand small holders in book entry, no depository.

import { openReserveIn } from '#registry/ledger/capital';
import { payStockDividendIn } from '#registry/ledger/corporate-actions/stock-dividend';
import { declareDividendIn } from '#registry/ledger/dividends';
import type { IssueLine } from '#registry/ledger/issuance/issue';
import { openClassIn } from '#registry/ledger/issuers';
import { openCompany, openMarket } from '../company.ts';
import { issueShares, retireShares } from '../grants.ts';
import { divide, holdingSizes, steered } from '../holding-sizes.ts';
import { type Market, pickMember, sharesOf } from '../market/market.ts';
import { pricesEvery } from '../market/prices.ts';
import { planTransfers } from '../market/transfer-plan.ts';
import {
  openEverywhere,
  openOrdinaryHolders,
  openUnreachable,
  openUnusual,
} from '../people/ordinary-holders.ts';
import { type Job, runJobs, someDays } from '../schedule.ts';
import { note, type Simulation } from '../simulation.ts';
import { backDated } from '../special-transfers.ts';
import { instructed, type Known, type World } from '../world.ts';

const opened = '2022-11-14';
const target = { outstanding: 3_874_212n, holders: 20_480 };
const dividendOn = '2025-09-30';
const recordOn = '2025-09-15';

/**
 * Issued in the closings. The 5 % dividend, its fractions and the redemptions bring this number to the target.
 */
const sold = 3_711_000n;

export async function prairie(world: World): Promise<Simulation> {
  const simulation = await openCompany(
    world,
    {
      customerId: 1004n,
      name: 'Prairie Solar Holdings, Inc.',
      kind: 'Regulation A+ Tier 2',
      street: '77 SUNFIELD RD',
      city: 'LINCOLN',
      domain: 'prairie',
      since: '2022-11-14',
    },
    { individual: 61.3, joint: 14, trust: 6, minor: 2, retirement: 14, company: 2, tod: 0.7 },
  );
  simulation.hasPaper = false;
  const { book, issuerId } = simulation;
  const base = { issuerId, authority: 'Certificate of incorporation', recordedAt: `${opened}T15:00:00Z` };
  const classId = await openClassIn(book, {
    ...base,
    code: 'C',
    series: 'A',
    name: 'Class A Common Stock',
    description: 'Class A Common Stock, par value $0.0001',
    cusip: '400993101',
    parValue: '0.0001',
    authorized: 50_000_000n,
    isDrsEligible: true,
    paperPrefix: 'CS',
    openedOn: opened,
  });
  await openReserveIn(book, {
    ...base,
    classId,
    name: 'Advisor Option Plan',
    kind: 'Plan',
    shares: 250_000n,
    effectiveOn: opened,
  });
  const market = openMarket(simulation, classId);
  const closings = prepareClosings(simulation, market);
  let issuedTo = 0;
  const jobs: Job[] = closings.map(({ day, lines }) => ({
    day,
    rank: 1,
    run: async () => {
      await issueShares(simulation, market, {
        day,
        lines,
        subKind: 'Primary offering',
        authority: 'Closing instruction of the issuer',
      });
      issuedTo += lines.length;
    },
  }));
  const all = closings.reduce((sum, one) => sum + one.lines.length, 0);
  jobs.push(...stockDividend(simulation, market), ...redemptions(simulation, market));
  jobs.push(...pricesEvery(simulation, classId, 1000, 12));
  jobs.push(
    ...planTransfers(simulation, market, {
      perYear: 260,
      period: { from: '2023-03-01', to: world.lastDay },
      target,
      closing: 24,
      targetsOn: (progress) => ({
        holders: issuedTo + Math.round((target.holders - all) * progress),
        nominee: 0n,
      }),
      specials: [backDated(simulation, market, '2024-06-10')],
    }),
  );
  await runJobs(jobs);
  return simulation;
}

/** Eighteen closings of about 1,130 subscribers each; the certificates of the first one have tax lots. */
function prepareClosings(simulation: Simulation, market: Market): { day: string; lines: IssueLine[] }[] {
  const { rng } = simulation.world;
  const days = someDays(simulation, 16, '2023-03-06', '2024-11-22');
  days.unshift('2023-02-01', '2023-03-01');
  const unusual = openUnusual(simulation, market, opened);
  const everywhere = openEverywhere(simulation, market, opened);
  const unreachable = openUnreachable(simulation, market, 471, opened, {
    after: days.at(-1)!,
    mail: ['Statement returned', 'Tax form returned'],
  });
  const crowd = openOrdinaryHolders(simulation, 19_870, opened);
  const ordinary = rng.shuffle([...crowd, ...unreachable, everywhere]);
  const reserved = BigInt(unusual.length) * 60n;
  const sizes = holdingSizes(rng, ordinary.length, sold - reserved, {
    median: 116,
    sigma: 0.95,
    tiny: 0,
    large: 0,
  });
  const lines: IssueLine[] = ordinary.map((one, index) => ({ holderId: one.id, shares: sizes[index]! }));
  lines.splice(900, 0, ...unusual.map((one: Known) => ({ holderId: one.id, shares: 60n })));
  const counts = divide(rng, BigInt(lines.length - 18 * 1090), 18).map((part) => Number(part) + 1090);
  let start = 0;
  return days.map((day, index) => {
    const part = lines.slice(start, start + counts[index]!);
    start += counts[index]!;
    return {
      day,
      lines: index === 0 ? part.map((line) => ({ ...line, lots: [purchase(line, day)] })) : part,
    };
  });
}

function purchase(line: IssueLine, day: string) {
  const totalCost = `${line.shares * 10n}.00`;
  return {
    acquiredOn: day,
    shares: line.shares,
    costPerShare: '10.00',
    totalCost,
    isCovered: true,
    method: 'Purchase',
  };
}

function stockDividend(simulation: Simulation, market: Market): Job[] {
  const { book, issuerId } = simulation;
  let dividendId = 0n;
  return [
    {
      day: '2025-08-18',
      rank: 4,
      run: async () => {
        dividendId = await declareDividendIn(book, {
          issuerId,
          classId: market.classId,
          kind: 'Stock',
          declaredOn: '2025-08-18',
          exOn: recordOn,
          recordOn,
          payableOn: dividendOn,
          ratio: { numerator: 1n, denominator: 20n },
          ratioText: '5%',
          fractionalType: 'Cash In Lieu',
          cashPrice: '11.40',
        });
      },
    },
    {
      day: dividendOn,
      rank: 1,
      run: async () => {
        const entry = instructed(
          dividendOn,
          simulation.stamp(dividendOn),
          '',
          'Board resolution of August 18, 2025',
        );
        note(simulation, await payStockDividendIn(book, { issuerId, dividendId, entry }));
      },
    },
  ];
}

/** Fifteen redemptions a year; those after the dividend bring the shares to their target. */
function redemptions(simulation: Simulation, market: Market): Job[] {
  const { rng } = simulation.world;
  const before = someDays(simulation, 37, '2023-04-03', '2025-09-05').map((day) => ({ day, left: 0 }));
  const last = someDays(simulation, 17, '2025-10-06', '2026-10-02');
  const after = last.map((day, index) => ({ day, left: last.length - index }));
  return [...before, ...after].map(
    ({ day, left }): Job => ({
      day,
      rank: 1,
      run: async () => {
        const shares =
          left === 0 ? BigInt(rng.int(60, 240)) : steered(rng, market.outstanding - target.outstanding, left);
        const holderId = pickMember(market, rng, (id) => sharesOf(market, id) > shares + 5n, 20_000);
        if (holderId === undefined) throw new Error(`Nobody holds more than ${shares} shares.`);
        await retireShares(simulation, market, {
          day,
          holderId,
          shares,
          subKind: 'Redemption',
          isPresented: true,
        });
      },
    }),
  );
}
