// Redemptions and extension meetings of demo issuer 1002, Bluewater.

import { retireShares } from '../grants.ts';
import { steered } from '../holding-sizes.ts';
import type { Market } from '../market/market.ts';
import { planMeeting } from '../meetings.ts';
import { type Job, someDays } from '../schedule.ts';
import type { Simulation } from '../simulation.ts';

const redeemed = 9_842_117n;

/** Twelve redemptions in the fortnight after each of the two extension votes: they take effect with the extension. */
export function redemptions(simulation: Simulation, classA: Market): Job[] {
  const { rng } = simulation.world;
  const days = [
    ...someDays(simulation, 12, '2025-08-08', '2025-08-22'),
    ...someDays(simulation, 12, '2026-08-07', '2026-08-21'),
  ];
  let done = 0n;
  return days.map(
    (day, index): Job => ({
      day,
      rank: 1,
      run: async () => {
        const shares = steered(rng, redeemed - done, days.length - index);
        done += shares;
        await retireShares(simulation, classA, {
          day,
          holderId: classA.nominee!,
          shares,
          subKind: 'Redemption',
          isPresented: true,
        });
      },
    }),
  );
}

export function extensionMeetings(simulation: Simulation, classA: Market): Job[] {
  const proposals = [
    {
      text: 'Extend the date by which a business combination must be completed',
      recommendation: 'For',
      standard: 'MajorityOutstanding' as const,
      isElection: false,
    },
  ];
  const common = { kind: 'Special' as const, quorumPercent: '50.00', voters: 8, proposals };
  return [
    ...planMeeting(simulation, classA, {
      ...common,
      title: 'First Extension Meeting',
      recordOn: '2025-07-07',
      mailedOn: '2025-07-17',
      meetingOn: '2025-08-07',
      turnout: 7416n,
      outcome: 'Closed',
    }),
    ...planMeeting(simulation, classA, {
      ...common,
      title: 'Second Extension Meeting',
      recordOn: '2026-07-06',
      mailedOn: '2026-07-16',
      meetingOn: '2026-08-06',
      turnout: 6983n,
      outcome: 'Closed',
    }),
    ...planMeeting(simulation, classA, {
      ...common,
      title: 'Third Extension Meeting',
      recordOn: '2026-11-02',
      mailedOn: '2026-11-10',
      meetingOn: '2026-12-03',
      turnout: 2137n,
      outcome: 'Open',
    }),
  ];
}
