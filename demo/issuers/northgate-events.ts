// Stops, dividends and meetings of demo issuer 1008, Northgate.

import type { Market } from '../market/market.ts';
import { annualProposals, planMeeting } from '../meetings.ts';
import { payoutOn, planPayout } from '../payouts.ts';
import type { Job } from '../schedule.ts';
import type { Simulation } from '../simulation.ts';
import { standingStops } from '../special-transfers.ts';
import type { Known } from '../world.ts';
import { type Plan, planReinvestedPayout } from './northgate-plan.ts';

export function stops(simulation: Simulation, market: Market): Job[] {
  const place = (day: string, kind: Parameters<typeof standingStops>[2], count: number): Job => ({
    day,
    rank: 5,
    run: () => standingStops(simulation, market, kind, count, day, true),
  });
  return [
    place('2024-02-05', 'Lost, stolen or not received', 11),
    place('2025-01-13', 'Deceased - documents required', 7),
    place('2025-06-09', 'Court order or levy', 1),
    place('2026-04-13', 'Adverse claim', 1),
  ];
}

export function payouts(
  simulation: Simulation,
  market: Market,
  preferred: Market,
  treasury: Known,
  plan: Plan,
): Job[] {
  const jobs: Job[] = [];
  for (let year = 2023; year <= 2026; year += 1) {
    for (const end of ['05-15', '11-15']) {
      if (`${year}-${end}` <= '2026-11-16')
        jobs.push(
          ...planReinvestedPayout(simulation, market, treasury, plan, payoutOn(`${year}-${end}`, '0.31')),
        );
    }
    for (const end of ['03-01', '06-01', '09-01', '12-01']) {
      if (`${year}-${end}` < '2026-11-20')
        jobs.push(...planPayout(simulation, preferred, payoutOn(`${year}-${end}`, '0.375')));
    }
  }
  return jobs;
}

export function meetings(simulation: Simulation, market: Market): Job[] {
  const annual = ([2023, 2024, 2025, 2026] as const).flatMap((year) =>
    planMeeting(simulation, market, {
      title: `${year} Annual Meeting of Shareholders`,
      kind: 'Annual',
      recordOn: `${year}-03-03`,
      mailedOn: `${year}-03-17`,
      meetingOn: `${year}-04-23`,
      quorumPercent: '50.00',
      turnout: { 2023: 6893n, 2024: 7268n, 2025: 7154n, 2026: 7037n }[year],
      outcome: 'Closed',
      voters: 900,
      proposals: annualProposals(year, ['Grace Pemberton', 'Milton Ashworth', 'Ruth Galloway']),
    }),
  );
  const special = planMeeting(simulation, market, {
    title: 'Special Meeting on the Merger with Cumberland Savings',
    kind: 'Special',
    recordOn: '2026-10-16',
    mailedOn: '2026-10-30',
    meetingOn: '2026-12-10',
    quorumPercent: '50.00',
    turnout: 3418n,
    outcome: 'Open',
    voters: 500,
    proposals: [
      {
        text: 'Approve the merger agreement',
        recommendation: 'For',
        standard: 'MajorityOutstanding',
        isElection: false,
      },
      {
        text: 'Adjourn the meeting if votes are too few',
        recommendation: 'For',
        standard: 'MajorityCast',
        isElection: false,
      },
    ],
  });
  return [...annual, ...special];
}
