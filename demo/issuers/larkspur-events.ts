// Dividends and meetings of demo issuer 1001, Larkspur.

import type { Market } from '../market/market.ts';
import { annualProposals, planMeeting } from '../meetings.ts';
import { payoutOn, planPayout } from '../payouts.ts';
import type { Job } from '../schedule.ts';
import type { Simulation } from '../simulation.ts';

export function dividends(simulation: Simulation, market: Market): Job[] {
  const rates: Record<number, string> = { 2023: '0.10', 2024: '0.105', 2025: '0.115', 2026: '0.12' };
  const jobs: Job[] = [];
  for (let year = 2023; year <= 2026; year += 1) {
    for (const end of ['02-28', '05-31', '08-31', '11-30']) {
      jobs.push(...planPayout(simulation, market, payoutOn(`${year}-${end}`, rates[year]!)));
    }
  }
  jobs.push(...planPayout(simulation, market, payoutOn('2024-12-12', '0.25', 'Special Cash')));
  return jobs;
}

export function meetings(simulation: Simulation, market: Market): Job[] {
  const names = ['Adele Marlowe', 'Hugh Kittredge', 'Nora Lundquist'];
  const closed = ([2023, 2024, 2025, 2026] as const).flatMap((year) =>
    planMeeting(simulation, market, {
      title: `${year} Annual Meeting of Stockholders`,
      kind: 'Annual',
      recordOn: `${year}-03-20`,
      mailedOn: `${year}-04-03`,
      meetingOn: `${year}-05-14`,
      quorumPercent: '50.00',
      turnout: { 2023: 8174n, 2024: 8533n, 2025: 8267n, 2026: 8626n }[year],
      outcome: 'Closed',
      voters: 260,
      proposals: annualProposals(year, names),
    }),
  );
  const planned = planMeeting(simulation, market, {
    title: '2027 Annual Meeting of Stockholders',
    kind: 'Annual',
    recordOn: '2027-03-19',
    meetingOn: '2027-05-13',
    quorumPercent: '50.00',
    outcome: 'Pending',
    proposals: annualProposals(2027, names),
  });
  const off = planMeeting(simulation, market, {
    title: 'Special Meeting on the Reincorporation',
    kind: 'Special',
    recordOn: '2025-09-22',
    meetingOn: '2025-11-12',
    quorumPercent: '50.00',
    outcome: 'Canceled',
    proposals: [
      {
        text: 'Approve the reincorporation',
        recommendation: 'For',
        standard: 'MajorityOutstanding',
        isElection: false,
      },
    ],
  });
  return [...closed, ...planned, ...off];
}
