// Demo issuer 1009, Vantage Peak Realty Trust: the agent’s appointment ended June 30, 2026; read only since.

import { flushUnitOfWork } from '#registry/ledger/core/flush-unit-of-work';
import type { IssueLine } from '#registry/ledger/issuance/issue';
import { openClassIn, setIssuerStatusIn } from '#registry/ledger/issuers';
import { openCompany, openMarket } from '../company.ts';
import { openPositions } from '../grants.ts';
import { divide, holdingSizes } from '../holding-sizes.ts';
import { planTransfers } from '../market/transfer-plan.ts';
import { payoutOn, planPayout } from '../payouts.ts';
import { openOrdinaryHolders, openUnreachable } from '../people/ordinary-holders.ts';
import { type Job, runJobs } from '../schedule.ts';
import type { Simulation } from '../simulation.ts';
import type { World } from '../world.ts';

const opened = '2014-03-03';
const shareTarget = { outstanding: 6_220_500n, holders: 1105 };
const bondTarget = { outstanding: 18_750_000n, holders: 340 };
/** Half of the 6 % a year, twice a year. */
const interestRecordDays = [
  '2023-06-01',
  '2023-12-01',
  '2024-06-01',
  '2024-12-01',
  '2025-06-01',
  '2025-12-01',
  '2026-06-01',
];
/** Checks are cashed for some weeks after the appointment has ended; what is left then goes to the next agent. */
const handedOverOn = '2026-10-01';

export async function vantage(world: World): Promise<Simulation> {
  const simulation = await openCompany(
    world,
    {
      customerId: 1009n,
      name: 'Vantage Peak Realty Trust',
      kind: 'Non-traded real estate trust',
      street: '5280 OVERLOOK TER',
      city: 'DENVER',
      domain: 'vantage',
      since: '2014-03-03',
    },
    { individual: 48, joint: 24, trust: 12, retirement: 12, company: 4 },
  );
  const { book, issuerId } = simulation;
  const base = {
    issuerId,
    authority: 'Declaration of trust',
    recordedAt: `${opened}T15:00:00Z`,
    openedOn: opened,
  };
  const shareId = await openClassIn(book, {
    ...base,
    code: 'C',
    name: 'Common Shares',
    description: 'Common Shares of Beneficial Interest',
    cusip: '300992104',
    parValue: '0.01',
    authorized: 75_000_000n,
    isDrsEligible: true,
    paperPrefix: 'CS',
  });
  const bondId = await openClassIn(book, {
    ...base,
    code: 'B',
    name: '6% Bonds',
    description: '6% Secured Bonds due 2029',
    cusip: '300992203',
    authorized: 25_000_000n,
    isDollar: true,
    paperPrefix: 'B',
    bookPrefix: 'BB',
  });
  const shares = openMarket(simulation, shareId);
  const bonds = openMarket(simulation, bondId);
  const { rng } = world;
  const crowd = [
    ...openUnreachable(simulation, shares, 14, opened, {
      after: '2018-12-31',
      mail: ['Statement returned', 'Tax form returned'],
    }),
    ...openOrdinaryHolders(simulation, 1091, opened),
  ];
  const sizes = holdingSizes(rng, crowd.length, shareTarget.outstanding, {
    median: 2_600,
    sigma: 0.8,
    tiny: 0,
    large: 8,
  });
  const lines = crowd.map(
    (one, index): IssueLine => ({
      holderId: one.id,
      shares: sizes[index]!,
      form: index % 6 ? 'BookEntry' : 'Certificate',
    }),
  );
  await openPositions(simulation, shares, lines, ['2014-03-03', '2014-09-02', '2015-04-01', '2016-11-01']);
  const lenders = [...crowd.slice(100, 300), ...openOrdinaryHolders(simulation, 140, opened)];
  const amounts = divide(rng, 18_750n, lenders.length);
  const bondLines = lenders.map(
    (one, index): IssueLine => ({ holderId: one.id, shares: amounts[index]! * 1000n }),
  );
  await openPositions(simulation, bonds, bondLines, ['2017-02-01'], 'Note issue');
  const period = { from: '2023-01-01', to: '2026-06-08' };
  const jobs: Job[] = [
    ...planTransfers(simulation, shares, {
      perYear: 60,
      period,
      target: shareTarget,
      targetsOn: () => ({ holders: shareTarget.holders, nominee: 0n }),
    }),
    ...planTransfers(simulation, bonds, {
      perYear: 10,
      period,
      target: bondTarget,
      closing: 6,
      targetsOn: () => ({ holders: bondTarget.holders, nominee: 0n }),
    }),
    ...interestRecordDays
      .flatMap((day) => planPayout(simulation, bonds, payoutOn(day, '0.03')))
      .filter(({ day }) => day < handedOverOn),
  ];
  await runJobs(jobs);
  await setIssuerStatusIn(book, { issuerId, status: 'Inactive', inactiveOn: '2026-06-30' });
  await flushUnitOfWork(book);
  return simulation;
}
