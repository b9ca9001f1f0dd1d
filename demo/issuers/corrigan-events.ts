// Reverse split, record differences and meetings of demo issuer 1005, Corrigan.

import { splitReverseIn } from '#registry/ledger/corporate-actions/split-reverse';
import { recordDifferenceIn } from '#registry/ledger/record-differences';
import { activeStops, releaseStopIn } from '#registry/ledger/stops';
import type { Market } from '../market/market.ts';
import { annualProposals, planMeeting } from '../meetings.ts';
import { type Job, randomBusinessDay } from '../schedule.ts';
import { note, type Simulation } from '../simulation.ts';
import { instructed } from '../world.ts';
import { splitOn } from './corrigan-register.ts';

/** Reverse split one for twenty-five, rounded up. Eighteen old paper certificates were never surrendered. */
export async function reverseSplit(simulation: Simulation, common: Market): Promise<void> {
  const { book, issuerId } = simulation;
  const entry = instructed(splitOn, simulation.stamp(splitOn), '', 'Shareholder resolution of 2025-02-27');
  const posted = await splitReverseIn(book, {
    issuerId,
    classId: common.classId,
    entry,
    ratio: { numerator: 1n, denominator: 25n },
    fractionalType: 'Round Up',
    newCusip: '500994306',
  });
  note(simulation, posted);
  const old = posted.canceled.filter((one) => one.form === 'Certificate');
  for (const one of old.slice(18)) {
    for (const stop of activeStops(book, one.id)) {
      await releaseStopIn(book, {
        issuerId,
        stopId: stop.id,
        releasedOn: randomBusinessDay(simulation, '2025-03-24', '2026-10-30'),
      });
    }
  }
}

/** Duplicate old paper after the split: one resolved, one still open at the end of the year, one open now. */
export function differences(simulation: Simulation, common: Market): Job[] {
  const cause = 'Duplicate pre-split certificate presented';
  const open = (openedOn: string, shares: bigint, resolvedOn?: string, asked?: string): Job => ({
    day: openedOn,
    rank: 5,
    run: () =>
      recordDifferenceIn(simulation.book, {
        issuerId: simulation.issuerId,
        classId: common.classId,
        openedOn,
        shares,
        cause,
        causeKind: 'Duplicate',
        resolvedOn,
        steps: asked
          ? [
              {
                takenOn: asked,
                note: 'Asked the presentor for the certificate that replaced it',
                recordedBy: 'operator@harborline.example',
              },
            ]
          : [],
      }),
  });
  return [
    open('2025-05-06', 75n, '2025-05-18'),
    open('2025-11-14', 200n, '2026-01-20'),
    open('2026-10-30', 40n, undefined, '2026-11-04'),
  ];
}

export function meetings(simulation: Simulation, common: Market): Job[] {
  return ([2023, 2024, 2025, 2026] as const).flatMap((year) =>
    planMeeting(simulation, common, {
      title: `${year} Annual General Meeting`,
      kind: 'Annual',
      recordOn: `${year}-05-05`,
      mailedOn: `${year}-05-19`,
      meetingOn: `${year}-06-24`,
      quorumPercent: '33.33',
      turnout: { 2023: 3624n, 2024: 4018n, 2025: 3921n, 2026: 3467n }[year],
      outcome: 'Closed',
      voters: 240,
      proposals: annualProposals(year, ['Otto Bergstrom', 'Vera Halvorsen']),
    }),
  );
}
