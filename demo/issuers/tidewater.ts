// Demo issuer 1006, Tidewater Logistics Partners LLC: unlimited interests, debentures counted in dollars.

import type { IssueLine } from '#registry/ledger/issuance/issue';
import { openClassIn } from '#registry/ledger/issuers';
import { openCompany, openMarket } from '../company.ts';
import { issueShares, lots, openPositions, retireShares } from '../grants.ts';
import { divide, holdingSizes, steered } from '../holding-sizes.ts';
import { largestMember, type Market, pickMember, sharesOf } from '../market/market.ts';
import { planTransfers } from '../market/transfer-plan.ts';
import { payoutOn, planPayout } from '../payouts.ts';
import { openOrdinaryHolders } from '../people/ordinary-holders.ts';
import { type Job, runJobs, someDays } from '../schedule.ts';
import type { Simulation } from '../simulation.ts';
import type { World } from '../world.ts';

const opened = '2015-09-01';
const interestTarget = { outstanding: 4_210_000n, holders: 118 };
const noteTarget = { outstanding: 12_400_000n, holders: 64 };

export async function tidewater(world: World): Promise<Simulation> {
  const simulation = await openCompany(
    world,
    {
      customerId: 1006n,
      name: 'Tidewater Logistics Partners LLC',
      kind: 'Limited liability company',
      street: '300 CONTAINER WHARF RD',
      city: 'NORFOLK',
      domain: 'tidewater',
      since: '2015-09-01',
    },
    { individual: 38, joint: 14, trust: 18, retirement: 8, company: 22 },
  );
  const { book, issuerId } = simulation;
  const base = { issuerId, authority: 'Operating agreement', recordedAt: `${opened}T15:00:00Z` };
  const interestId = await openClassIn(book, {
    ...base,
    code: 'M',
    name: 'Membership Interests',
    description: 'Membership Interests',
    paperPrefix: 'M',
    bookPrefix: 'MB',
    openedOn: opened,
  });
  const noteId = await openClassIn(book, {
    ...base,
    code: 'D',
    name: '7.5% Debentures',
    description: '7.5% Subordinated Debentures due 2031',
    cusip: '700996101',
    authorized: 15_000_000n,
    isDollar: true,
    paperPrefix: 'D',
    bookPrefix: 'DB',
    openedOn: '2019-06-03',
  });
  const interests = openMarket(simulation, interestId);
  const notes = openMarket(simulation, noteId);
  const { rng } = world;
  const owners = openOrdinaryHolders(simulation, 118, opened).map((one) => one.id);
  const sizes = holdingSizes(rng, 118, 4_130_000n, { median: 9_000, sigma: 0.9, tiny: 0, large: 9 });
  const lines = owners.map(
    (holderId, index): IssueLine => ({ holderId, shares: sizes[index]!, restriction: 'O' }),
  );
  await openPositions(simulation, interests, lines, ['2015-09-01', '2017-05-01']);
  const lenders = [
    ...openOrdinaryHolders(simulation, 44, '2019-06-03').map((one) => one.id),
    ...owners.slice(0, 20),
  ];
  const amounts = divide(rng, 12_560n, 64);
  const noteLines = lenders.map(
    (holderId, index): IssueLine => ({ holderId, shares: amounts[index]! * 1000n, form: 'Certificate' }),
  );
  await openPositions(simulation, notes, noteLines, ['2019-06-03'], 'Note issue');
  const period = { from: '2023-01-01', to: world.lastDay };
  const jobs: Job[] = [
    ...grants(simulation, interests),
    ...repayments(simulation, notes),
    ...planTransfers(simulation, interests, {
      perYear: 16,
      period,
      target: { ...interestTarget, restricted: { O: interestTarget.outstanding } },
      closing: 3,
      targetsOn: () => ({ holders: interestTarget.holders, nominee: 0n }),
    }),
    ...planTransfers(simulation, notes, {
      perYear: 6,
      period,
      target: noteTarget,
      closing: 3,
      targetsOn: () => ({ holders: noteTarget.holders, nominee: 0n }),
    }),
  ];
  for (let year = 2023; year <= 2026; year += 1) {
    jobs.push(...planPayout(simulation, notes, payoutOn(`${year}-05-15`, '0.0375')));
    if (year < 2026) jobs.push(...planPayout(simulation, notes, payoutOn(`${year}-11-15`, '0.0375')));
  }
  await runJobs(jobs);
  return simulation;
}

/** Nine a year to members; the last one brings the interests to their target. */
function grants(simulation: Simulation, interests: Market): Job[] {
  const days = someDays(simulation, 34, '2023-01-17', '2026-08-28');
  return days.map(
    (day, index): Job => ({
      day,
      rank: 0,
      run: async () => {
        const total = steered(
          simulation.world.rng,
          interestTarget.outstanding - interests.outstanding,
          days.length - index,
        );
        const holder = pickMember(interests, simulation.world.rng, () => true)!;
        const authority = 'Consent of the managing member';
        await issueShares(simulation, interests, {
          day,
          lines: lots([holder], total, 'O'),
          subKind: 'Private placement',
          authority,
        });
      },
    }),
  );
}

/** Two partial repayments a year, in whole thousands; the last one leaves 12,400,000 dollars. */
function repayments(simulation: Simulation, notes: Market): Job[] {
  const days = someDays(simulation, 8, '2023-03-01', '2026-08-14');
  return days.map(
    (day, index): Job => ({
      day,
      rank: 0,
      run: async () => {
        const rest = (notes.outstanding - noteTarget.outstanding) / 1000n;
        const shares = steered(simulation.world.rng, rest, days.length - index) * 1000n;
        const holderId = largestMember(notes, (id) => sharesOf(notes, id) > shares)!;
        await retireShares(simulation, notes, {
          day,
          holderId,
          shares,
          subKind: 'Repayment',
          isPresented: true,
        });
      },
    }),
  );
}
