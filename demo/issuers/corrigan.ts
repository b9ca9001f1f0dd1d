// Demo issuer 1005, Corrigan Minerals Ltd.: over the counter, reverse split 1 for 25, open record differences.

import { convertIn } from '#registry/ledger/convert';
import { countRegister, openCompany } from '../company.ts';
import { issueShares, lots, retireShares, yearlyReserve } from '../grants.ts';
import { steered } from '../holding-sizes.ts';
import {
  certificatesOf,
  largestMember,
  type Market,
  pickMember,
  restrictedShares,
  sharesOf,
} from '../market/market.ts';
import { pricesEvery } from '../market/prices.ts';
import { planTransfers } from '../market/transfer-plan.ts';
import { type Job, runJobs, someDays } from '../schedule.ts';
import { customerKey, holderName, note, type Simulation } from '../simulation.ts';
import { escheats, replacement } from '../special-transfers.ts';
import { instructed, type World } from '../world.ts';
import { differences, meetings, reverseSplit } from './corrigan-events.ts';
import {
  beforeSplit,
  type Classes,
  escheatsFrom,
  openClasses,
  openRegister,
  scale,
  splitOn,
  target,
} from './corrigan-register.ts';

export async function corrigan(world: World): Promise<Simulation> {
  const simulation = await openCompany(
    world,
    {
      customerId: 1005n,
      name: 'Corrigan Minerals Ltd.',
      kind: 'Over the counter',
      street: '9 ASSAY OFFICE PL',
      city: 'RENO',
      domain: 'corrigan',
      since: '2018-02-01',
    },
    { individual: 58, joint: 18, trust: 5, minor: 2, retirement: 3, company: 11, tod: 1, school: 2 },
  );
  const classes = await openClasses(simulation);
  const { common, warrants } = classes;
  const { lost, states } = await openRegister(simulation, classes);
  await countRegister(simulation);
  const jobs: Job[] = [
    ...issuances(simulation, classes),
    ...conversions(simulation, classes),
    ...forfeitures(simulation, common),
  ];
  jobs.push({ day: splitOn, rank: 1, run: () => reverseSplit(simulation, common) });
  jobs.push(
    ...yearlyReserve(simulation, common, classes.warrantReserve, (day) =>
      day < splitOn ? 30_000_000n : 1_200_000n,
    ),
  );
  jobs.push(...differences(simulation, common), ...meetings(simulation, common));
  jobs.push(...pricesEvery(simulation, common.classId, 31, 1, { day: splitOn, factor: 22 }));
  jobs.push(
    ...planTransfers(simulation, common, {
      perYear: 380,
      period: { from: '2023-01-01', to: world.lastDay },
      target,
      splitOn,
      closing: 20,
      targetsOn: (progress, day) => ({
        holders: target.holders - Math.round(20 * (1 - progress)),
        nominee: scale(day, target.nominee),
      }),
      legends: (day) => ({
        R: scale(day, target.restricted.R),
        S: scale(day, target.restricted.S),
        A: scale(day, target.restricted.A),
        O: scale(day, target.restricted.O),
      }),
      legendSlack: 100,
      specials: [
        ...replacement(simulation, common, '2023-09-05'),
        ...escheats(simulation, common, lost, states, escheatsFrom),
      ],
    }),
  );
  await runJobs(jobs);
  if (warrants.members.length !== 41) throw new Error('Corrigan: the warrant holders did not settle.');
  return simulation;
}

/**
 * Forty-six a year. The last one before the split and the last one of all bring the shares to their targets.
 */
function issuances(simulation: Simulation, { common, warrants, planReserve }: Classes): Job[] {
  const { rng } = simulation.world;
  const before = [...someDays(simulation, 100, '2023-01-04', '2025-03-07'), '2025-03-14'];
  const after = [...someDays(simulation, 71, '2025-03-25', '2026-09-16'), '2026-09-21'];
  const job = (day: string, goal: bigint, left: number): Job => ({
    day,
    rank: left === 1 ? 4 : 0,
    run: async () => {
      // Warrant exercises still to come also create shares.
      const coming = day < splitOn ? 0n : (warrants.outstanding - 1_500_000n) / 25n;
      const total = steered(rng, goal - common.outstanding - coming, left);
      const lacks = restrictedShares(common, 'R') < scale(day, (target.restricted.R * 101n) / 100n);
      const subKind = lacks ? 'Private placement' : rng.pick(['Services', 'Option exercise'] as const);
      const mayReceive = (id: bigint) =>
        subKind !== 'Option exercise' || simulation.world.individuals.has(id);
      const who = Array.from({ length: rng.int(1, 3) }, () => pickMember(common, rng, mayReceive)!);
      const code = lacks ? 'R' : 'N';
      const fits = who.filter((id, index) => who.indexOf(id) === index);
      await issueShares(simulation, common, {
        day,
        lines: lots(fits, total, code),
        subKind,
        authority: 'Treasury order signed by two officers',
        reserveId: !lacks && total < 200_000n ? planReserve : undefined,
      });
    },
  });
  return [
    ...before.map((day, index) => job(day, beforeSplit, before.length - index)),
    ...after.map((day, index) => job(day, target.outstanding, after.length - index)),
  ];
}

/** Thirty-five warrant exercises a year, each part of one account; the last one leaves 1,500,000 warrants. */
function conversions(simulation: Simulation, { common, warrants, warrantReserve }: Classes): Job[] {
  const { rng } = simulation.world;
  const days = [
    ...someDays(simulation, 76, '2023-01-10', '2025-02-06'),
    ...someDays(simulation, 55, '2025-03-26', '2026-07-10'),
  ];
  return days.map(
    (day, index): Job => ({
      day,
      rank: 0,
      run: async () => {
        const shares = steered(rng, warrants.outstanding - 1_500_000n, days.length - index);
        const holder =
          pickMember(warrants, rng, (id) => sharesOf(warrants, id) > shares) ??
          largestMember(warrants, () => true)!;
        const certificates = certificatesOf(warrants, holder).map((one) => one.id);
        const isOld = day < splitOn;
        note(
          simulation,
          await convertIn(simulation.book, {
            issuerId: simulation.issuerId,
            entry: {
              ...instructed(day, simulation.stamp(day), 'Warrant exercise', 'Warrant agreement of 2021'),
              customerId: customerKey(simulation),
              isPresented: true,
              presentor: holderName(simulation, certificates[0]!),
            },
            certificates,
            shares,
            targets: [
              {
                classId: common.classId,
                ratio: { numerator: 1n, denominator: isOld ? 1n : 25n },
                fractionalType: isOld ? 'None' : 'Cash In Lieu',
                cashPrice: isOld ? undefined : '6.40',
                reserveId: warrantReserve,
              },
            ],
          }),
        );
      },
    }),
  );
}

function forfeitures(simulation: Simulation, common: Market): Job[] {
  const days = [
    ...someDays(simulation, 13, '2023-02-01', '2025-02-20'),
    ...someDays(simulation, 9, '2025-04-10', '2026-08-20'),
  ];
  return days.map(
    (day): Job => ({
      day,
      rank: 0,
      run: async () => {
        const shares = BigInt(simulation.world.rng.int(50, 400)) * (day < splitOn ? 25n : 1n);
        const holderId = pickMember(
          common,
          simulation.world.rng,
          (id, held) =>
            simulation.world.individuals.has(id) && held[0]!.restriction === 'R' && held[0]!.shares > shares,
          9000,
        )!;
        await retireShares(simulation, common, { day, holderId, shares, subKind: 'Forfeiture', code: 'R' });
      },
    }),
  );
}
