import { awkwardPeople, everywherePerson } from './awkward.ts';
import type { Market } from './market.ts';
import { newHolder, type Simulation } from './simulation.ts';
import type { Known, World } from './world.ts';
import { admit, open } from './world.ts';

/** Registers `count` ordinary holders of an issuer. */
export function openCrowd(simulation: Simulation, count: number, day: string): Known[] {
  return Array.from({ length: count }, () => newHolder(simulation, day));
}

/**
 * Registers holders with returned mail. They are pinned, so that the percentage of accounts with a bad address
 * stays as intended.
 */
export function openUnreachable(simulation: Simulation, market: Market, count: number, day: string): Known[] {
  const { world, book, mix } = simulation;
  return Array.from({ length: count }, (_, index) => {
    const person = world.people.make(
      index % 4 === 3 ? 'JointTenant' : mix.trust && index % 9 === 8 ? 'Trust' : 'Individual',
    );
    const since = flagDay(world, index);
    const isLost = index % 3 !== 0;
    const known = admit(
      world,
      book,
      {
        ...person,
        badAddressSince: since,
        badAddressReason: world.rng.pick([
          'Dividend check returned',
          'Statement returned',
          'Proxy card returned',
        ]),
        lostSince: isLost && since < '2026-09-01' ? since : undefined,
      },
      day,
    );
    market.pinned.add(known.id);
    return known;
  });
}

function flagDay(world: World, index: number): string {
  const year = 2019 + (index % 8);
  const month = world.rng.int(1, year === 2026 ? 10 : 12);
  return `${year}-${String(month).padStart(2, '0')}-${String(world.rng.int(1, 28)).padStart(2, '0')}`;
}

/** The unusual registrations and, on request, the person with three issuers; all pinned. */
export function openAwkward(simulation: Simulation, market: Market, day: string): Known[] {
  const known = awkwardPeople(simulation.world.people).map((person) =>
    admit(simulation.world, simulation.book, person, day),
  );
  for (const one of known) market.pinned.add(one.id);
  return known;
}

export function openEverywhere(simulation: Simulation, market: Market, day: string): Known {
  const { world, book } = simulation;
  const seen = world.shared.get('everywhere');
  const known = seen ?? admit(world, book, everywherePerson(world.people), day);
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
