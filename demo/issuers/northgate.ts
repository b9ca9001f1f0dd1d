import { openReserveIn } from '#registry/ledger/capital';
import { joinPlanIn } from '#registry/ledger/dividends';
import type { IssueLine } from '#registry/ledger/issuance/issue';
import { openClassIn } from '#registry/ledger/issuers';
import { countRegister, openCompany, openMarket, openNominee, openTreasury } from '../company.ts';
import { openAwkward, openCrowd, openEverywhere, openLost, openStates, openUnreachable } from '../crowd.ts';
import { issueShares, lots, openPositions, repurchase, retireShares, setReserve } from '../grants.ts';
import { type Market, sharesOf } from '../market.ts';
import { pricesEvery } from '../prices.ts';
import { type Job, runJobs, someDays } from '../schedule.ts';
import type { Simulation } from '../simulation.ts';
import { holdingSizes, steered } from '../sizes.ts';
import { escheats, replacement } from '../specials.ts';
import { planTraffic } from '../traffic-plan.ts';
import type { Known, World } from '../world.ts';
import { meetings, payouts, stops } from './northgate-events.ts';

const opened = '1979-03-01';
const escheatsFrom = '2023-10-02';
const target = { outstanding: 3_077_240n, holders: 3940, nominee: 1_446_303n, restricted: { A: 48_928n } };
const issued = 3_118_440n;
const treasuryShares = 41_200n;
const preferredTarget = { outstanding: 120_000n, holders: 212 };

/**
 * 1008 Northgate Community Bancorp: a small bank with paper certificates since 1979 and a reinvestment plan.
 */
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
  const plan = await openReserveIn(book, {
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

  const { lost, states, members } = await openRegister(simulation, market, preferred);
  await countRegister(simulation);
  const jobs: Job[] = [
    {
      day: '2017-05-15',
      rank: 0,
      run: () => repurchase(simulation, market, treasury, { day: '2017-05-15', target: 44_000n, left: 1 }),
    },
    { day: '2026-09-28', rank: 5, run: () => setReserve(simulation, market, plan, 150_000n, '2026-09-28') },
    ...reinvestments(simulation, market, members, plan),
    ...retirements(simulation, market, treasury),
    ...stops(simulation, market),
    ...payouts(simulation, market, preferred),
    ...meetings(simulation, market),
    ...pricesEvery(simulation, classId, 2750, 1),
    ...pricesEvery(simulation, preferredId, 2480, 3),
  ];
  jobs.push(
    ...planTraffic(simulation, market, {
      perYear: 300,
      period: { from: '2023-01-01', to: world.lastDay },
      target,
      price: 28,
      course: (progress) => ({
        holders: target.holders - Math.round(30 * (1 - progress)),
        nominee: target.nominee,
      }),
      legends: () => target.restricted,
      specials: [
        ...replacement(simulation, market, '2023-06-12'),
        ...escheats(simulation, market, lost, states, escheatsFrom),
      ],
    }),
    ...planTraffic(simulation, preferred, {
      perYear: 10,
      period: { from: '2023-01-01', to: world.lastDay },
      target: preferredTarget,
      price: 25,
      closing: 6,
      course: () => ({ holders: preferredTarget.holders, nominee: 0n }),
    }),
  );
  await runJobs(jobs);
  return simulation;
}

async function openRegister(simulation: Simulation, market: Market, preferred: Market) {
  const { rng } = simulation.world;
  const days: string[] = [];
  for (let year = 1979; year <= 2016; year += 1) days.push(`${year}-03-15`, `${year}-10-01`);
  const crowd = openCrowd(simulation, 3752, opened);
  const awkward = openAwkward(simulation, market, opened);
  const everywhere = openEverywhere(simulation, market, opened);
  const unreachable = openUnreachable(simulation, market, 102, opened, { after: '2018-12-31' });
  const lost = openLost(simulation, market, 24, opened, { firstDay: escheatsFrom });
  const codes = ['PA', 'NY', 'NJ', 'OH', 'MA', 'CT', 'VA', 'FL', 'NC', 'IL', 'MI', 'TN', 'IN', 'MO'];
  const states = openStates(simulation, market, codes, opened);
  const directors = crowd.filter((one) => one.person.accountType === 'Individual').slice(0, 7);
  for (const one of directors) market.pinned.add(one.id);
  const ordinary = [...crowd, ...awkward, everywhere, ...unreachable, ...lost, ...states];
  // Excludes the plan shares still to come, net of the retirements still to come.
  const free = issued - 6_000n + 2_800n - 44_000n - 49_300n - 1_442_000n;
  const sizes = holdingSizes(rng, ordinary.length, free, { median: 165, sigma: 1.05, tiny: 0.22, large: 10 });
  const lines: IssueLine[] = ordinary.map((one, index) => ({
    holderId: one.id,
    shares: sizes[index]!,
    form: rng.chance(index < 10 ? 0.7 : 0.67) ? 'Certificate' : 'BookEntry',
  }));
  const shuffled = rng.shuffle(lines);
  shuffled.push(
    ...lots(
      directors.map((one) => one.id),
      49_300n,
      'A',
    ),
  );
  shuffled.push({ holderId: market.nominee!, shares: 1_442_000n + 44_000n });
  await openPositions(simulation, market, shuffled, days);
  const holders = [...openCrowd(simulation, 150, '2009-02-02'), ...crowd.slice(40, 102)];
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
  const members = rng.shuffle(crowd).slice(0, 1497);
  for (const one of members) {
    const cashBalance = (rng.int(0, 2600) / 100).toFixed(2);
    await joinPlanIn(simulation.book, {
      issuerId: simulation.issuerId,
      classId: market.classId,
      holderId: one.id,
      joinedOn: '2017-01-03',
      cashBalance,
    });
  }
  return { lost, states, members };
}

/** Six plan issuances a year, each to some members; the last one brings the issued shares to their target. */
function reinvestments(
  simulation: Simulation,
  market: Market,
  members: readonly Known[],
  plan: bigint,
): Job[] {
  const { rng } = simulation.world;
  const days: string[] = [];
  for (let year = 2023; year <= 2026; year += 1) {
    for (const end of ['01-20', '03-20', '05-20', '07-20', '09-21', '11-20']) {
      if (`${year}-${end}` < '2026-10-01') days.push(`${year}-${end}`);
    }
  }
  return days.map(
    (day, index): Job => ({
      day,
      rank: 0,
      run: async () => {
        const total = steered(
          rng,
          issued - market.outstanding - sharesOf(market, market.treasury),
          days.length - index,
        );
        const who = rng
          .shuffle(members)
          .filter((one) => sharesOf(market, one.id) > 20n)
          .slice(0, 45)
          .map((one) => one.id);
        await issueShares(simulation, market, {
          day,
          lines: lots(who, total, 'N'),
          subKind: 'Reinvestment plan',
          authority: 'Plan administrator instruction',
          reserveId: plan,
        });
      },
    }),
  );
}

/** Four treasury retirements a year. */
function retirements(simulation: Simulation, market: Market, treasury: Known): Job[] {
  const days = someDays(simulation, 15, '2023-01-23', '2026-09-10');
  return days.map(
    (day, index): Job => ({
      day,
      rank: 0,
      run: () =>
        retireShares(simulation, market, {
          day,
          holderId: treasury.id,
          shares: steered(
            simulation.world.rng,
            sharesOf(market, treasury.id) - treasuryShares,
            days.length - index,
          ),
          subKind: 'Treasury retirement',
        }),
    }),
  );
}
