// Demo issuer 1001, Larkspur Instruments Corporation: a listed operating company.

import { openReserveIn } from '#registry/ledger/capital';
import { splitForwardIn } from '#registry/ledger/corporate-actions/split-forward';
import type { IssueLine } from '#registry/ledger/issuance/issue';
import { openClassIn } from '#registry/ledger/issuers';
import { countRegister, openCompany, openMarket, openNominee, openTreasury } from '../company.ts';
import {
  issueShares,
  lots,
  openPositions,
  repurchase,
  retireShares,
  setReserve,
  yearlyReserve,
} from '../grants.ts';
import { holdingSizes, steered } from '../holding-sizes.ts';
import { type Market, pickMember, restrictedIn, restrictedShares, sharesOf } from '../market/market.ts';
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
import { type Job, runJobs, someDays } from '../schedule.ts';
import { note, type Simulation } from '../simulation.ts';
import { backDated, escheats, fortyCertificates, minorOfAge, replacement } from '../special-transfers.ts';
import { instructed, type Known, type World } from '../world.ts';
import { dividends, meetings } from './larkspur-events.ts';

const splitOn = '2023-06-15';
const opened = '1998-03-02';
const escheatsFrom = '2025-07-14';
const target = {
  outstanding: 37_800_000n,
  holders: 1412,
  nominee: 33_264_000n,
  restricted: { R: 136_080n, A: 408_240n },
};
const issued = 38_412_650n;
const treasuryShares = 612_650n;

export async function larkspur(world: World): Promise<Simulation> {
  const simulation = await openCompany(
    world,
    {
      customerId: 1001n,
      name: 'Larkspur Instruments Corporation',
      kind: 'Listed operating company',
      street: '2100 LARKSPUR TECHNOLOGY PKWY',
      city: 'ROCHESTER',
      domain: 'larkspur',
      since: '2019-01-15',
    },
    { individual: 52, joint: 21, trust: 9, minor: 5, retirement: 4, company: 6, tod: 1, school: 2 },
  );
  const { book, issuerId } = simulation;
  const base = { issuerId, authority: 'Certificate of incorporation', recordedAt: `${opened}T15:00:00Z` };
  const classId = await openClassIn(book, {
    ...base,
    code: 'C',
    name: 'Common Stock',
    description: 'Common Stock, par value $0.001',
    cusip: '100990100',
    parValue: '0.001',
    authorized: 60_000_000n,
    isDrsEligible: true,
    hasPlan: true,
    paperPrefix: 'CS',
    openedOn: opened,
  });
  const reserve = (name: string, kind: 'Plan' | 'PurchasePlan' | 'Warrants', shares: bigint) =>
    openReserveIn(book, { ...base, classId, name, kind, shares, effectiveOn: opened });
  const plan = await reserve('2021 Equity Incentive Plan', 'Plan', 2_100_000n);
  await reserve('Employee Stock Purchase Plan', 'PurchasePlan', 300_000n);
  const warrants = await reserve('Lender Warrants', 'Warrants', 400_000n);
  const treasury = openTreasury(simulation, opened);
  const market = openMarket(simulation, classId, { nominee: openNominee(simulation, opened), treasury });

  const { insiders, lost, states, minor } = await openRegister(simulation, market);
  await countRegister(simulation);
  const jobs: Job[] = [];
  jobs.push(...pricesEvery(simulation, classId, 5400, 1, { day: splitOn, factor: 2 / 3 }));
  jobs.push({
    day: splitOn,
    rank: 1,
    run: async () => {
      const entry = instructed(
        splitOn,
        simulation.stamp(splitOn),
        '',
        'Board resolution of April 20, 2023; charter amendment',
      );
      note(
        simulation,
        await splitForwardIn(book, {
          issuerId,
          classId,
          entry,
          ratio: { numerator: 3n, denominator: 2n },
          fractionalType: 'Round Nearest',
          authorizedIncrease: 40_000_000n,
        }),
      );
    },
  });
  jobs.push(...grants(simulation, market, insiders, plan));
  jobs.push(...buyBacks(simulation, market, treasury));
  jobs.push(...yearlyReserve(simulation, market, plan, 3_200_000n), {
    day: '2024-06-28',
    rank: 5,
    run: () =>
      setReserve(simulation, market, warrants, 500_000n, {
        day: '2024-06-28',
        authority: 'Warrants for 100,000 shares expired',
      }),
  });
  jobs.push(...dividends(simulation, market), ...meetings(simulation, market));
  const scale = (day: string, shares: bigint) => (day < splitOn ? (shares * 2n) / 3n : shares);
  jobs.push(
    ...planTransfers(simulation, market, {
      perYear: 428,
      period: { from: '2023-01-01', to: world.lastDay },
      target,
      targetsOn: (progress, day) => ({
        holders: target.holders - Math.round(12 * (1 - progress)),
        nominee: scale(day, target.nominee),
      }),
      legends: (day) => ({ R: scale(day, target.restricted.R), A: scale(day, target.restricted.A) }),
      specials: [
        fortyCertificates(simulation, market, '2024-02-05'),
        backDated(simulation, market, '2024-10-07'),
        minorOfAge(simulation, market, minor, '2025-02-10'),
        ...replacement(simulation, market, '2025-05-05'),
        ...escheats(simulation, market, lost, states, escheatsFrom),
        backDated(simulation, market, '2026-08-03'),
      ],
    }),
  );
  await runJobs(jobs);
  return simulation;
}

async function openRegister(simulation: Simulation, market: Market) {
  const { rng } = simulation.world;
  const opening = '2012-05-01';
  const crowd = openOrdinaryHolders(simulation, 1318, opening);
  const unusual = openUnusual(simulation, market, opening);
  const everywhere = openEverywhere(simulation, market, opening);
  const unreachable = openUnreachable(simulation, market, 20, opening, { after: '2018-12-31' });
  const lost = openLost(simulation, market, 6, opening, { firstDay: escheatsFrom });
  const states = openStates(simulation, market, ['NY', 'CA', 'OH', 'PA', 'TX', 'IL'], opening);
  const insiders = crowd
    .filter((one) => ['Individual', 'Trust'].includes(one.person.accountType))
    .slice(0, 9);
  const minor = crowd.find((one) => one.person.accountType === 'CustodyForAMinor')!;
  for (const one of [...insiders, minor]) market.pinned.add(one.id);
  const ordinary = [
    ...crowd.filter((one) => !insiders.includes(one)),
    ...unreachable,
    ...lost,
    everywhere,
    ...states,
  ];
  const sizes = holdingSizes(rng, ordinary.length, 2_380_000n, {
    median: 170,
    sigma: 1.25,
    tiny: 0.31,
    large: 10,
  });
  const lines: IssueLine[] = ordinary.map((one, index) => ({
    holderId: one.id,
    shares: sizes[index]!,
    form: rng.chance(0.35) ? 'Certificate' : 'BookEntry',
  }));
  for (const [index, one] of unusual.entries()) {
    lines.push({ holderId: one.id, shares: BigInt(index === 1 ? 1 : 20 + index * 7) });
  }
  lines.push({ holderId: market.nominee!, shares: 22_196_000n });
  // Two insiders hold both free and restricted shares.
  lines.push(...insiders.slice(0, 2).map((one) => ({ holderId: one.id, shares: 1_500n })));
  const ids = insiders.map((one) => one.id);
  lines.push(...lots(ids.slice(0, 5), 275_000n, 'A'), ...lots(ids.slice(3), 92_400n, 'R'));
  await openPositions(simulation, market, lines, ['2012-05-01', '2012-05-02', '2014-09-15', '2018-03-12']);
  return { insiders, lost, states, minor };
}

/**
 * Fourteen issuances and two retirements a year; the last issuance brings the issued shares to their target.
 */
function grants(simulation: Simulation, market: Market, insiders: readonly Known[], plan: bigint): Job[] {
  const { rng } = simulation.world;
  const days = someDays(simulation, 51, '2023-01-09', '2026-09-18');
  const jobs = days.map((day, index): Job => {
    return {
      day,
      rank: 0,
      run: async () => {
        const now = market.outstanding + sharesOf(market, market.treasury);
        const goal = day < splitOn ? (issued * 2n) / 3n : issued;
        const total = steered(rng, goal - now, days.length - index);
        const scale = (shares: bigint) => (day < splitOn ? (shares * 2n) / 3n : shares);
        const lacks = (code: 'R' | 'A') =>
          restrictedShares(market, code) < scale((target.restricted[code] * 103n) / 100n);
        const who = rng
          .shuffle(insiders)
          .slice(0, rng.int(1, 4))
          .map((one) => one.id);
        const { individuals } = simulation.world;
        const employee = pickMember(market, rng, (id, held) => individuals.has(id) && held.length === 1)!;
        const lines = lacks('A')
          ? lots(who, total, 'A')
          : lacks('R')
            ? lots(who, total, 'R')
            : lots([employee], total, 'N');
        const subKind = lacks('A') || !lacks('R') ? 'Option exercise' : 'Stock award';
        await issueShares(simulation, market, {
          day,
          lines,
          subKind,
          authority: 'Plan administrator instruction',
          reserveId: plan,
        });
      },
    };
  });
  const retirements = someDays(simulation, 7, '2023-02-01', '2026-08-20').map(
    (day): Job => ({
      day,
      rank: 0,
      run: async () => {
        const holder = insiders.find((one) => restrictedIn(market, one.id, 'R') > 900n)!;
        await retireShares(simulation, market, {
          day,
          holderId: holder.id,
          shares: BigInt(rng.int(100, 800)),
          subKind: 'Forfeiture',
          code: 'R',
        });
      },
    }),
  );
  return [...jobs, ...retirements];
}

function buyBacks(simulation: Simulation, market: Market, treasury: Known): Job[] {
  const days = '2023-03-20 2023-09-18 2024-03-18 2024-09-16 2025-03-17 2025-09-15 2026-03-16'.split(' ');
  return days.map(
    (day, index): Job => ({
      day,
      rank: 0,
      run: () => {
        const goal = day < splitOn ? 120_000n : treasuryShares;
        return repurchase(simulation, market, treasury, {
          day,
          target: goal,
          left: day < splitOn ? 1 : days.length - index,
        });
      },
    }),
  );
}
