// Demo issuer 1003, Ashgrove Therapeutics, Inc.: a private company with three series of preferred.

import { openReserveIn } from '#registry/ledger/capital';
import { convertIn } from '#registry/ledger/convert';
import { openClassIn } from '#registry/ledger/issuers';
import { openCompany, openMarket } from '../company.ts';
import { issueShares, lots, openPositions, retireShares, yearlyReserve } from '../grants.ts';
import { divide, steered } from '../holding-sizes.ts';
import { certificatesOf, largestMember, type Market, pickMember, sharesOf } from '../market/market.ts';
import { planTransfers } from '../market/transfer-plan.ts';
import { openOrdinaryHolders } from '../people/ordinary-holders.ts';
import { type Job, runJobs, someDays } from '../schedule.ts';
import { customerKey, holderName, note, type Simulation } from '../simulation.ts';
import { instructed, type World } from '../world.ts';

const opened = '2017-04-10';
const target = {
  outstanding: 11_480_000n,
  holders: 46,
  restricted: { R: 8_265_600n, A: 2_066_400n, S: 1_148_000n },
};

export async function ashgrove(world: World): Promise<Simulation> {
  const simulation = await openCompany(
    world,
    {
      customerId: 1003n,
      name: 'Ashgrove Therapeutics, Inc.',
      kind: 'Private biotechnology company',
      street: '18 LANTERN LAB CT',
      city: 'BOSTON',
      domain: 'ashgrove',
      since: '2017-04-10',
    },
    { individual: 31, joint: 6, trust: 18, retirement: 6, company: 39 },
  );
  simulation.hasPaper = false;
  const { book, issuerId } = simulation;
  const base = {
    issuerId,
    authority: 'Restated certificate of incorporation',
    recordedAt: `${opened}T15:00:00Z`,
    openedOn: opened,
  };
  const commonId = await openClassIn(book, {
    ...base,
    code: 'C',
    name: 'Common Stock',
    description: 'Common Stock, par value $0.0001',
    parValue: '0.0001',
    authorized: 60_000_000n,
    paperPrefix: 'CS',
  });
  const series = async (letter: 'A' | 'B' | 'C', authorized: bigint) =>
    openMarket(
      simulation,
      await openClassIn(book, {
        ...base,
        code: 'P',
        series: letter,
        name: `Series ${letter} Preferred Stock`,
        description: `Series ${letter} Convertible Preferred Stock`,
        parValue: '0.0001',
        authorized,
        paperPrefix: `P${letter}`,
        bookPrefix: `B${letter}`,
      }),
    );
  const common = openMarket(simulation, commonId);
  const seriesA = await series('A', 5_000_000n);
  const seriesB = await series('B', 8_000_000n);
  const seriesC = await series('C', 12_000_000n);
  const reserve = (name: string, kind: 'Plan' | 'Warrants' | 'Conversion', shares: bigint) =>
    openReserveIn(book, { ...base, classId: commonId, name, kind, shares, effectiveOn: opened });
  const forA = await reserve('Conversion of Series A Preferred', 'Conversion', 4_250_000n);
  await reserve('Conversion of Series B Preferred', 'Conversion', 8_000_000n);
  await reserve('Conversion of Series C Preferred', 'Conversion', 9_500_000n);
  const plan = await reserve('2021 Equity Incentive Plan', 'Plan', 5_200_000n);
  await reserve('Lender Warrants', 'Warrants', 250_000n);
  await openRegister(simulation, common, [seriesA, seriesB, seriesC]);
  const jobs: Job[] = [
    ...exercises(simulation, common, seriesA, plan),
    ...conversions(simulation, common, seriesA, forA),
    ...repurchases(simulation, common),
    ...yearlyReserve(simulation, common, plan, 5_200_000n),
    ...planTransfers(simulation, common, {
      perYear: 8,
      period: { from: '2023-01-01', to: world.lastDay },
      target,
      closing: 2,
      targetsOn: () => ({ holders: target.holders, nominee: 0n }),
    }),
  ];
  await runJobs(jobs);
  return simulation;
}

async function openRegister(
  simulation: Simulation,
  common: Market,
  [seriesA, seriesB, seriesC]: readonly [Market, Market, Market],
) {
  const { rng } = simulation.world;
  const people = openOrdinaryHolders(simulation, 46, opened).map((one) => one.id);
  const kind = (id: bigint) => simulation.book.accounts.get(id)!.label;
  const funds = [...people.filter((id) => / (LP|INC|CORP|LLC|CO|LTD)$/.test(kind(id))), ...people].filter(
    (id, index, all) => all.indexOf(id) === index,
  );
  const put = (holders: readonly bigint[], total: bigint, restriction: 'R' | 'A' | 'S') =>
    divide(rng, total, holders.length).map((shares, index) => ({
      holderId: holders[index]!,
      shares,
      restriction,
    }));
  // Six officers hold affiliate shares; two foreign funds hold shares under Regulation S.
  const founders = [
    ...put(people.slice(0, 6), target.restricted.A, 'A'),
    ...put(people.slice(6, 8), target.restricted.S, 'S'),
    ...put(people.slice(8), 7_430_000n, 'R'),
  ];
  await openPositions(simulation, common, founders, ['2017-04-10', '2018-06-01']);
  for (const id of people.slice(6, 8)) common.pinned.add(id);
  const round = (market: Market, holders: readonly bigint[], total: bigint, day: string) =>
    openPositions(simulation, market, put(holders, total, 'R'), [day], 'Private placement');
  await round(seriesA, funds.slice(0, 21), 4_250_000n, '2019-02-14');
  await round(seriesB, funds.slice(2, 19), 6_400_000n, '2021-03-02');
  await round(seriesC, funds.slice(0, 9), 9_500_000n, '2022-10-18');
}

/** Twenty-two option exercises a year by existing holders; the last one reaches the target. */
function exercises(simulation: Simulation, common: Market, seriesA: Market, plan: bigint): Job[] {
  const { rng } = simulation.world;
  const days = [...someDays(simulation, 82, '2023-01-09', '2026-09-11'), '2026-09-21'];
  return days.map(
    (day, index): Job => ({
      day,
      rank: 1,
      run: async () => {
        // Conversions still to come also create shares.
        const coming = seriesA.outstanding - 4_000_000n;
        const total = steered(rng, target.outstanding - common.outstanding - coming, days.length - index);
        const { individuals } = simulation.world;
        const holder = pickMember(
          common,
          rng,
          (id, held) => individuals.has(id) && held[0]!.restriction === 'R',
        )!;
        await issueShares(simulation, common, {
          day,
          lines: lots([holder], total, 'R'),
          subKind: 'Option exercise',
          authority: 'Notice of exercise; plan administrator instruction',
          reserveId: plan,
        });
      },
    }),
  );
}

/** Three a year: part of the Series A becomes common, one for one; the last one leaves 4,000,000. */
function conversions(simulation: Simulation, common: Market, seriesA: Market, reserveId: bigint): Job[] {
  const days = someDays(simulation, 11, '2023-02-06', '2026-06-12');
  return days.map(
    (day, index): Job => ({
      day,
      rank: 0,
      run: async () => {
        const shares = steered(simulation.world.rng, seriesA.outstanding - 4_000_000n, days.length - index);
        // Holders whose common shares have the same restriction, so that no account mixes restrictions.
        const holder =
          largestMember(
            seriesA,
            (id, held) =>
              held.length === 1 &&
              certificatesOf(common, id)[0]?.restriction === 'R' &&
              sharesOf(seriesA, id) > shares,
          ) ?? largestMember(seriesA, (id) => sharesOf(seriesA, id) > shares)!;
        const certificates = certificatesOf(seriesA, holder).map((one) => one.id);
        const entry = {
          ...instructed(day, simulation.stamp(day), 'Preferred to common', 'Notice of conversion'),
          customerId: customerKey(simulation),
          isPresented: true,
          presentor: holderName(simulation, certificates[0]!),
        };
        const ratio = { numerator: 1n, denominator: 1n };
        const targets = [{ classId: common.classId, ratio, fractionalType: 'None' as const, reserveId }];
        note(
          simulation,
          await convertIn(simulation.book, {
            issuerId: simulation.issuerId,
            entry,
            certificates,
            shares,
            targets,
          }),
        );
      },
    }),
  );
}

function repurchases(simulation: Simulation, common: Market): Job[] {
  return ['2023-05-15', '2024-05-13', '2025-05-12', '2026-05-11'].map(
    (day): Job => ({
      day,
      rank: 0,
      run: async () => {
        const holderId = pickMember(
          common,
          simulation.world.rng,
          (_, held) => held[0]!.restriction === 'R' && held[0]!.shares > 5000n,
        )!;
        await retireShares(simulation, common, {
          day,
          holderId,
          shares: 2_500n,
          subKind: 'Buy-back',
          code: 'R',
          isPresented: true,
        });
      },
    }),
  );
}
