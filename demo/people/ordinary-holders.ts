// Registers the demo's holders: ordinary, lost, unusual ones, and states.

import { addBusinessDays } from '#lib/format/business-days';
import { addDays } from '#lib/format/dates';
import type { Market } from '../market/market.ts';
import { newHolder, type Simulation } from '../simulation.ts';
import type { Known } from '../world.ts';
import { admit, open } from '../world.ts';
import { pad } from './people.ts';
import { personAtThreeIssuers, unusualPeople } from './unusual.ts';

/** Registers `count` ordinary holders of an issuer. */
export function openOrdinaryHolders(simulation: Simulation, count: number, day: string): Known[] {
  return Array.from({ length: count }, () => newHolder(simulation, day));
}

/** When the mail of some holders came back, and what it was. */
export type Returns = {
  /** The day after which all of them hold shares. */
  after: string;
  mail?: readonly string[];
};

const mailings = ['Dividend check returned', 'Statement returned', 'Proxy card returned'];

/**
 * Registers holders with returned mail. They are pinned, so that the percentage of accounts with a bad address
 * stays as intended.
 */
export function openUnreachable(
  simulation: Simulation,
  market: Market,
  count: number,
  day: string,
  { after, mail = mailings }: Returns,
): Known[] {
  const first = Math.max(2019, Number(after.slice(0, 4)));
  return openReturned(simulation, market, count, day, mail, (index, month, date) => {
    const year = first + (index % (2027 - first));
    const since = `${year}-${pad(year === 2026 ? Math.min(month, 10) : month, 2)}-${pad(date, 2)}`;
    const isLost = index % 3 !== 0 && since < '2026-09-01';
    return { since: addBusinessDays(since > after ? since : addDays(after, date), 0), isLost };
  });
}

/**
 * Registers lost holders whose accounts go to the states, one each 45 days from `firstDay` on, when their mail has
 * come back for more than three years.
 */
export function openLost(
  simulation: Simulation,
  market: Market,
  count: number,
  day: string,
  { firstDay, mail = mailings }: { firstDay: string; mail?: readonly string[] },
): Known[] {
  return openReturned(simulation, market, count, day, mail, (index, month, date) => {
    const remittedOn = addDays(firstDay, index * escheatEvery);
    return { since: addBusinessDays(addDays(remittedOn, -1125 - month * 28 - date), 0), isLost: true };
  });
}

/** Days between two accounts remitted to states. */
export const escheatEvery = 45;

function openReturned(
  simulation: Simulation,
  market: Market,
  count: number,
  day: string,
  mail: readonly string[],
  returned: (index: number, month: number, date: number) => { since: string; isLost: boolean },
): Known[] {
  const { world, book, mix } = simulation;
  return Array.from({ length: count }, (_, index) => {
    const person = world.people.make(
      index % 4 === 3 ? 'JointTenant' : mix.trust && index % 9 === 8 ? 'Trust' : 'Individual',
      day,
    );
    const { since, isLost } = returned(index, world.rng.int(1, 12), world.rng.int(1, 28));
    const badAddressReason = world.rng.pick(mail);
    const lostSince = isLost ? since : undefined;
    const known = admit(world, book, { ...person, badAddressSince: since, badAddressReason, lostSince }, day);
    market.pinned.add(known.id);
    return known;
  });
}

/** The unusual registrations and, on request, the person with three issuers; all pinned. */
export function openUnusual(simulation: Simulation, market: Market, day: string): Known[] {
  const known = unusualPeople(simulation.world.people).map((person) =>
    admit(simulation.world, simulation.book, person, day),
  );
  for (const one of known) market.pinned.add(one.id);
  return known;
}

export function openEverywhere(simulation: Simulation, market: Market, day: string): Known {
  const { world, book } = simulation;
  const seen = world.shared.get('everywhere');
  const known = seen ?? admit(world, book, personAtThreeIssuers(world.people), day);
  if (seen) open(world, book, seen, day);
  else world.shared.set('everywhere', known);
  market.pinned.add(known.id);
  return known;
}

/** The unclaimed property accounts of some states. */
export function openStates(
  simulation: Simulation,
  market: Market,
  codes: readonly string[],
  day: string,
): Known[] {
  return codes.map((code) => {
    const seen = simulation.world.shared.get(`state ${code}`);
    const known = seen ?? admit(simulation.world, simulation.book, simulation.world.people.state(code), day);
    if (seen) open(simulation.world, simulation.book, seen, day);
    else simulation.world.shared.set(`state ${code}`, known);
    market.pinned.add(known.id);
    return known;
  });
}
