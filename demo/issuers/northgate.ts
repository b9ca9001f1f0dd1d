// Demo issuer 1008, Northgate Community Bancorp: a bank with paper certificates and a reinvestment plan.

import { openReserveIn } from '#registry/ledger/capital';
import { joinPlanIn } from '#registry/ledger/dividends';
import type { IssueLine } from '#registry/ledger/issuance/issue';
import { openClassIn } from '#registry/ledger/issuers';
import { countRegister, openCompany, openMarket, openNominee, openTreasury } from '../company.ts';
import { lots, openPositions, repurchase, retireShares, yearlyReserve } from '../grants.ts';
import { holdingSizes, steered } from '../holding-sizes.ts';
import { type Market, sharesOf } from '../market/market.ts';
import { pricesEvery } from '../market/prices.ts';
import { planTransfers } from '../market/transfer-plan.ts';
import {
  openEverywhere,
  openLost,
  openOrdinaryHolders,
  openStates,
  openUnreachable,
  openUnusual,
} from '../people/ordinary-holders.ts';
import { type Job, openDay, randomBusinessDay, runJobs } from '../schedule.ts';
import type { Simulation } from '../simulation.ts';
import { escheats, replacement } from '../special-transfers.ts';
import type { Known, World } from '../world.ts';
import { meetings, payouts, stops } from './northgate-events.ts';
import { openPlan, recordPlanCash } from './northgate-plan.ts';

const opened = '1979-03-01';
const escheatsFrom = '2023-10-02';
const target = { outstanding: 3_077_240n, holders: 3940, nominee: 1_446_303n, restricted: { A: 48_928n } };
const treasuryShares = 41_200n;
const preferredTarget = { outstanding: 120_000n, holders: 212 };

export async function northgate(world: World): Promise<Simulation> {
  const simulation = await openCompany(
    world,
    {
      customerId: 1008n,
      name: 'Northgate Community Bancorp',
      kind: 'Community bank holding company',
      street: '1 COURTHOUSE SQ',
      city: 'HARRISBURG',
      domain: 'northgate',
      since: '2016-05-01',
    },
    { individual: 44, joint: 30, trust: 11, minor: 6, retirement: 3, company: 3, tod: 1.5, school: 1 },
  );
  const { book, issuerId } = simulation;
  const base = { issuerId, authority: 'Articles of incorporation', recordedAt: `${opened}T15:00:00Z` };
  const classId = await openClassIn(book, {
    ...base,
    code: 'C',
    name: 'Common Stock',
    description: 'Common Stock, par value $1.00',
    cusip: '600995104',
    parValue: '1.00',
    authorized: 10_000_000n,
    isDrsEligible: true,
    hasPlan: true,
    paperPrefix: 'CS',
    openedOn: opened,
  });
  const preferredId = await openClassIn(book, {
    ...base,
    code: 'P',
    name: 'Perpetual Preferred Stock',
    description: '6% Noncumulative Perpetual Preferred Stock, liquidation preference $25',
    cusip: '600995203',
    parValue: '25.00',
    authorized: 1_000_000n,
    paperPrefix: 'PS',
    bookPrefix: 'PB',
    openedOn: '2009-02-02',
  });
  const planReserve = await openReserveIn(book, {
    ...base,
    classId,
    name: 'Dividend Reinvestment Plan',
    kind: 'PurchasePlan',
    shares: 150_000n,
    effectiveOn: opened,
  });
  const treasury = openTreasury(simulation, opened);
  const market = openMarket(simulation, classId, { nominee: openNominee(simulation, opened), treasury });
  const preferred = openMarket(simulation, preferredId);

  const plan = openPlan(planReserve);
  const { lost, states } = await openRegister(simulation, market, preferred);
  await countRegister(simulation);
  const jobs: Job[] = [
    {
      day: '2017-05-15',
      rank: 0,
      run: () => repurchase(simulation, market, treasury, { day: '2017-05-15', target: 44_000n, left: 1 }),
    },
    ...yearlyReserve(simulation, market, planReserve, 150_000n),
    ...retirements(simulation, market, treasury),
    ...stops(simulation, market),
    ...payouts(simulation, market, preferred, treasury, plan),
    ...meetings(simulation, market),
    ...pricesEvery(simulation, classId, 2750, 1),
    ...pricesEvery(simulation, preferredId, 2480, 3),
  ];
  jobs.push(
    ...planTransfers(simulation, market, {
      perYear: 298,
      period: { from: '2023-01-01', to: world.lastDay },
      target,
      targetsOn: (progress) => ({
        holders: target.holders - Math.round(30 * (1 - progress)),
        nominee: target.nominee,
      }),
      legends: () => target.restricted,
      specials: [
        ...replacement(simulation, market, '2023-06-12'),
        ...escheats(simulation, market, lost, states, escheatsFrom),
      ],
    }),
    ...planTransfers(simulation, preferred, {
      perYear: 10,
      period: { from: '2023-01-01', to: world.lastDay },
      target: preferredTarget,
      closing: 6,
      targetsOn: () => ({ holders: preferredTarget.holders, nominee: 0n }),
    }),
  );
  await runJobs(jobs);
  await recordPlanCash(simulation, market, plan);
  return simulation;
}

async function openRegister(simulation: Simulation, market: Market, preferred: Market) {
  const { rng } = simulation.world;
  const days: string[] = [];
  for (let year = 1979; year <= 2016; year += 1)
    days.push(openDay(`${year}-03-15`), openDay(`${year}-10-01`));
  const crowd = openOrdinaryHolders(simulation, 3752, opened);
  const unusual = openUnusual(simulation, market, opened);
  const everywhere = openEverywhere(simulation, market, opened);
  const unreachable = openUnreachable(simulation, market, 102, opened, { after: '2018-12-31' });
  const lost = openLost(simulation, market, 24, opened, { firstDay: escheatsFrom });
  const codes = ['PA', 'NY', 'NJ', 'OH', 'MA', 'CT', 'VA', 'FL', 'NC', 'IL', 'MI', 'TN', 'IN', 'MO'];
  const states = openStates(simulation, market, codes, opened);
  const individuals = crowd.filter((one) => one.person.accountType === 'Individual');
  const directors = individuals.slice(0, 7);
  // One more keeps a certificate that a guarantee of $100,000 does not cover; the work queue needs it.
  const wealthy = individuals[7]!;
  for (const one of [...directors, wealthy]) market.pinned.add(one.id);
  const ordinary = [
    ...crowd.filter((one) => one !== wealthy),
    ...unusual,
    everywhere,
    ...unreachable,
    ...lost,
    ...states,
  ];
  const free = target.outstanding - 49_300n - 6_000n - 1_442_000n;
  const sizes = holdingSizes(rng, ordinary.length, free, { median: 165, sigma: 1.05, tiny: 0.22, large: 10 });
  const lines: IssueLine[] = ordinary.map((one, index) => ({
    holderId: one.id,
    shares: sizes[index]!,
    form: rng.chance(index < 10 ? 0.7 : 0.63) ? 'Certificate' : 'BookEntry',
  }));
  const shuffled = rng.shuffle(lines);
  shuffled.push(
    ...lots(
      directors.map((one) => one.id),
      49_300n,
      'A',
    ),
  );
  shuffled.push({ holderId: wealthy.id, shares: 6_000n });
  shuffled.push({ holderId: market.nominee!, shares: 1_442_000n + 44_000n });
  await openPositions(simulation, market, shuffled, days);
  const holders = [...openOrdinaryHolders(simulation, 150, '2009-02-02'), ...crowd.slice(40, 102)];
  const preferredSizes = holdingSizes(rng, holders.length, 120_000n, {
    median: 220,
    sigma: 0.8,
    tiny: 0,
    large: 6,
  });
  const preferredLines = holders.map(
    (one, index): IssueLine => ({
      holderId: one.id,
      shares: preferredSizes[index]!,
      form: index % 3 ? 'BookEntry' : 'Certificate',
    }),
  );
  await openPositions(
    simulation,
    preferred,
    preferredLines,
    ['2009-02-02', '2009-06-15'],
    'Primary offering',
  );
  for (const one of rng.shuffle(crowd).slice(0, 1497)) {
    await joinPlanIn(simulation.book, {
      issuerId: simulation.issuerId,
      classId: market.classId,
      holderId: one.id,
      joinedOn: '2017-01-03',
    });
  }
  return { lost, states };
}

/** Four treasury retirements a year: after each repurchase two, which leave what the company keeps. */
function retirements(simulation: Simulation, market: Market, treasury: Known): Job[] {
  const periods = [
    ['01-15', '02-10'],
    ['03-01', '03-25'],
    ['07-10', '08-05'],
    ['09-01', '09-25'],
  ] as const;
  return [2023, 2024, 2025, 2026].flatMap((year) =>
    periods.map(([from, to], index): Job => {
      const day = randomBusinessDay(simulation, `${year}-${from}`, `${year}-${to}`);
      const left = index % 2 === 0 ? 2 : 1;
      return {
        day,
        rank: 0,
        run: () => {
          const surplus = sharesOf(market, treasury.id) - treasuryShares;
          return retireShares(simulation, market, {
            day,
            holderId: treasury.id,
            shares: steered(simulation.world.rng, surplus, left),
            subKind: 'Treasury retirement',
          });
        },
      };
    }),
  );
}
