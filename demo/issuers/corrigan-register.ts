// Classes and opening register of demo issuer 1005, Corrigan.

import { openReserveIn } from '#registry/ledger/capital';
import type { Restriction } from '#registry/ledger/core/types';
import type { IssueLine } from '#registry/ledger/issuance/issue';
import { openClassIn } from '#registry/ledger/issuers';
import { openMarket, openNominee } from '../company.ts';
import { lots, openPositions } from '../grants.ts';
import { holdingSizes } from '../holding-sizes.ts';
import type { Market } from '../market/market.ts';
import {
  openLost,
  openOrdinaryHolders,
  openStates,
  openUnreachable,
  openUnusual,
} from '../people/ordinary-holders.ts';
import type { Simulation } from '../simulation.ts';
import type { Known } from '../world.ts';

export const splitOn = '2025-03-17';
export const escheatsFrom = '2025-06-02';
const opened = '2006-06-05';
export const beforeSplit = 412_337_918n;
export const target = {
  outstanding: 16_575_000n,
  holders: 2210,
  nominee: 10_608_000n,
  restricted: { R: 3_639_870n, S: 716_040n, A: 1_014_390n, O: 119_340n },
};
export const scale = (day: string, shares: bigint) =>
  day < splitOn ? (shares * beforeSplit) / target.outstanding : shares;

export type Classes = { common: Market; warrants: Market; warrantReserve: bigint; planReserve: bigint };

export async function openClasses(simulation: Simulation): Promise<Classes> {
  const { book, issuerId } = simulation;
  const base = {
    issuerId,
    authority: 'Articles of incorporation',
    recordedAt: `${opened}T15:00:00Z`,
    openedOn: opened,
  };
  const classId = await openClassIn(book, {
    ...base,
    code: 'C',
    name: 'Common Stock',
    description: 'Common Stock, no par value',
    cusip: '500994108',
    authorized: 500_000_000n,
    isDrsEligible: true,
    paperPrefix: 'CS',
  });
  const warrantClass = await openClassIn(book, {
    ...base,
    code: 'W',
    name: 'Warrants',
    description: 'Common Stock Purchase Warrants',
    cusip: '500994207',
    paperPrefix: 'W',
    bookPrefix: 'WB',
  });
  const reserve = (name: string, kind: 'Plan' | 'Warrants', shares: bigint) =>
    openReserveIn(book, { ...base, classId, name, kind, shares, effectiveOn: opened });
  return {
    common: openMarket(simulation, classId, { nominee: openNominee(simulation, opened) }),
    warrants: openMarket(simulation, warrantClass),
    warrantReserve: await reserve('Common Stock Purchase Warrants', 'Warrants', 30_000_000n),
    planReserve: await reserve('2019 Stock Option Plan', 'Plan', 15_000_000n),
  };
}

export async function openRegister(simulation: Simulation, { common, warrants }: Classes) {
  const { rng } = simulation.world;
  const days = ['2008-04-14', '2012-10-01', '2016-05-16', '2019-11-04', '2021-02-22'];
  const opening = days[0]!;
  const total = 335_000_000n;
  const part = (shares: bigint, surplus: bigint) => (scale(opening, shares) * surplus) / 1000n;
  const crowd = openOrdinaryHolders(simulation, 2095, opening);
  const unusual = openUnusual(simulation, common, opening);
  const mail = ['Statement returned', 'Proxy card returned'];
  const unreachable = openUnreachable(simulation, common, 44, opening, {
    after: days.at(-1)!,
    mail,
  });
  const lost = openLost(simulation, common, 5, opening, { firstDay: escheatsFrom, mail });
  const states = openStates(simulation, common, ['CA', 'TX', 'FL', 'NY'], opening);
  const lines: IssueLine[] = [];
  const put = (
    holders: readonly Known[],
    shares: bigint,
    restriction: Restriction,
    median: number,
    large: number,
  ) => {
    const sizes = holdingSizes(rng, holders.length, shares, {
      median,
      sigma: 1.1,
      tiny: restriction === 'N' ? 0.36 : 0,
      large,
    });
    holders.forEach((one, index) => {
      const form = rng.chance(0.12) ? 'Certificate' : 'BookEntry';
      lines.push({ holderId: one.id, shares: sizes[index]!, restriction, form });
    });
  };
  const { S, A, O, R } = target.restricted;
  const nominee = part(target.nominee, 1000n);
  const free = part(target.outstanding - target.nominee - R - S - A - O, 1000n);
  // The missing shares come with the private placements of the following years.
  const placed = total - nominee - free - part(S, 1020n) - part(A, 1020n) - part(O, 1020n);
  put(crowd.slice(0, 820), placed, 'R', 5_000, 12);
  put(crowd.slice(820, 848), part(S, 1020n), 'S', 90_000, 5);
  put(crowd.slice(848, 872), part(A, 1020n), 'A', 120_000, 6);
  put(crowd.slice(872, 878), part(O, 1020n), 'O', 60_000, 2);
  put([...crowd.slice(878), ...unusual, ...unreachable, ...lost, ...states], free, 'N', 3_000, 6);
  // An account with a free and a restricted certificate.
  const [mixed] = crowd;
  lines.push({ holderId: mixed!.id, shares: 2_500n });
  lines.push({ holderId: common.nominee!, shares: nominee });
  await openPositions(simulation, common, rng.shuffle(lines), days);
  const warrantLines = lots(
    crowd.slice(100, 141).map((one) => one.id),
    2_610_000n,
    'R',
  );
  await openPositions(simulation, warrants, warrantLines, ['2021-02-22'], 'Private placement');
  for (const one of crowd.slice(100, 141)) warrants.pinned.delete(one.id);
  return { lost, states };
}
