// Demo issuer 1002, Bluewater Meridian Acquisition Corp.: units separated, most public shares redeemed.

import { openReserveIn } from '#registry/ledger/capital';
import { convertIn } from '#registry/ledger/convert';
import { openClassIn } from '#registry/ledger/issuers';
import { openCompany, openMarket, openNominee } from '../company.ts';
import { issueShares, lots } from '../grants.ts';
import { steered } from '../holding-sizes.ts';
import { certificatesOf, type Market, sharesOf } from '../market/market.ts';
import { pricesEvery } from '../market/prices.ts';
import { planTransfers } from '../market/transfer-plan.ts';
import { type Job, runJobs, someDays } from '../schedule.ts';
import { customerKey, newHolder, note, type Simulation } from '../simulation.ts';
import { instructed, type World } from '../world.ts';
import { extensionMeetings, redemptions } from './bluewater-events.ts';

const offered = '2024-02-13';

type Classes = { units: Market; classA: Market; classB: Market; warrants: Market };

export async function bluewater(world: World): Promise<Simulation> {
  const simulation = await openCompany(
    world,
    {
      customerId: 1002n,
      name: 'Bluewater Meridian Acquisition Corp.',
      kind: 'Special purpose acquisition company',
      street: '600 HARBORLIGHT AVE',
      city: 'MIAMI',
      domain: 'bluewater',
      since: '2023-11-06',
    },
    { company: 70, trust: 20, individual: 10 },
  );
  simulation.hasPaper = false;
  const { units, classA, classB, warrants } = await openClasses(simulation);
  const founders = await offering(simulation, units, classB);
  const jobs: Job[] = [
    ...separations(simulation, units, classA, warrants, founders),
    ...redemptions(simulation, classA),
    ...extensionMeetings(simulation, classA),
    ...pricesEvery(simulation, classA.classId, 1045, 3),
    ...planTransfers(simulation, classA, {
      perYear: 74,
      period: { from: '2024-05-01', to: world.lastDay },
      target: { outstanding: 7_992_883n, holders: 9, restricted: { R: 585_000n } },
      closing: 6,
      targetsOn: () => ({ holders: 9, nominee: sharesOf(classA, classA.nominee) }),
    }),
    ...planTransfers(simulation, warrants, {
      perYear: 16,
      period: { from: '2024-05-01', to: world.lastDay },
      target: { outstanding: 8_917_500n, holders: 8, restricted: { R: 292_500n } },
      closing: 6,
      targetsOn: () => ({ holders: 8, nominee: sharesOf(warrants, warrants.nominee) }),
    }),
  ];
  await runJobs(jobs);
  return simulation;
}

async function openClasses(simulation: Simulation): Promise<Classes> {
  const { book, issuerId } = simulation;
  const openedOn = '2023-11-06';
  const base = {
    issuerId,
    authority: 'Certificate of incorporation',
    recordedAt: `${openedOn}T15:00:00Z`,
    openedOn,
  };
  const eligible = { ...base, isDrsEligible: true };
  const unitId = await openClassIn(book, {
    ...eligible,
    code: 'U',
    name: 'Units',
    description: 'Units, each one Class A share and one-half of one warrant',
    cusip: '200991107',
    paperPrefix: 'U',
    bookPrefix: 'UB',
  });
  const classAId = await openClassIn(book, {
    ...eligible,
    code: 'C',
    series: 'A',
    name: 'Class A Ordinary Shares',
    description: 'Class A Ordinary Shares, par value $0.0001',
    cusip: '200991115',
    parValue: '0.0001',
    authorized: 200_000_000n,
    paperPrefix: 'CA',
  });
  const classBId = await openClassIn(book, {
    ...base,
    code: 'C',
    series: 'B',
    name: 'Class B Ordinary Shares',
    description: 'Class B Ordinary Shares, par value $0.0001',
    parValue: '0.0001',
    authorized: 20_000_000n,
    paperPrefix: 'CB',
    bookPrefix: 'FS',
  });
  const warrantId = await openClassIn(book, {
    ...eligible,
    code: 'W',
    name: 'Warrants',
    description: 'Warrants, each for one Class A share at $11.50',
    cusip: '200991123',
    paperPrefix: 'W',
    bookPrefix: 'WB',
  });
  const reserve = (name: string, kind: 'Warrants' | 'Conversion', shares: bigint) =>
    openReserveIn(book, { ...base, classId: classAId, name, kind, shares, effectiveOn: offered });
  await reserve('Public and private warrants', 'Warrants', 8_917_500n);
  await reserve('Conversion of Class B shares', 'Conversion', 4_312_500n);
  const nominee = openNominee(simulation, openedOn);
  return {
    units: openMarket(simulation, unitId, { nominee }),
    classA: openMarket(simulation, classAId, { nominee }),
    classB: openMarket(simulation, classBId),
    warrants: openMarket(simulation, warrantId, { nominee }),
  };
}

/** Four issuances: founder shares, the units offered, the private units, and the over-allotment units. */
async function offering(simulation: Simulation, units: Market, classB: Market): Promise<bigint[]> {
  const founders = Array.from({ length: 6 }, () => newHolder(simulation, '2023-11-06').id);
  const authority = 'Board resolution; closing instruction';
  const issue = (day: string, market: Market, lines: ReturnType<typeof lots>) =>
    issueShares(simulation, market, { day, lines, subKind: 'Primary offering', authority });
  await issue('2024-02-02', classB, [
    { holderId: founders[0]!, shares: 3_937_500n, restriction: 'L' },
    ...lots(founders.slice(1), 375_000n, 'L'),
  ]);
  await issue(offered, units, lots([units.nominee!], 15_000_000n, 'N'));
  await issue(offered, units, [
    { holderId: founders[0]!, shares: 435_000n, restriction: 'R' },
    { holderId: founders[1]!, shares: 90_000n, restriction: 'R' },
    { holderId: founders[2]!, shares: 60_000n, restriction: 'R' },
  ]);
  await issue('2024-02-27', units, lots([units.nominee!], 2_250_000n, 'N'));
  return founders;
}

/**
 * Sixty separations a year: a unit becomes one Class A share and half a warrant. Amounts are even, so no half
 * is lost.
 */
function separations(
  simulation: Simulation,
  units: Market,
  classA: Market,
  warrants: Market,
  founders: readonly bigint[],
): Job[] {
  const { rng } = simulation.world;
  const days = someDays(simulation, 155, '2024-04-08', '2026-10-23');
  const separate = async (day: string, holder: bigint, shares: bigint) => {
    note(
      simulation,
      await convertIn(simulation.book, {
        issuerId: simulation.issuerId,
        entry: {
          ...instructed(day, simulation.stamp(day), 'Unit separation', 'Unit agreement of 2024-02-08'),
          customerId: customerKey(simulation),
          isPresented: true,
          presentor: 'MERIDIAN DEPOSITORY',
        },
        certificates: certificatesOf(units, holder).map((one) => one.id),
        shares,
        targets: [
          { classId: classA.classId, ratio: { numerator: 1n, denominator: 1n }, fractionalType: 'None' },
          {
            classId: warrants.classId,
            ratio: { numerator: 1n, denominator: 2n },
            fractionalType: 'Round Down',
          },
        ],
      }),
    );
  };
  const first = founders.slice(0, 3).map(
    (holder): Job => ({
      day: '2024-04-04',
      rank: 0,
      run: () => separate('2024-04-04', holder, sharesOf(units, holder)),
    }),
  );
  const rest = days.map(
    (day, index): Job => ({
      day,
      rank: 0,
      run: () => {
        const left = days.length - index;
        const part = steered(rng, sharesOf(units, units.nominee), left);
        return separate(day, units.nominee!, left === 1 ? part : part + (part % 2n));
      },
    }),
  );
  return [...first, ...rest];
}
