import { awkwardPeople, everywherePerson } from './awkward.ts';
import { type Desk, newHolder } from './desk.ts';
import type { Market } from './market.ts';
import type { Known, World } from './world.ts';
import { admit, open } from './world.ts';

/** Registers `count` ordinary holders of an issuer. */
export function openCrowd(desk: Desk, count: number, day: string): Known[] {
  return Array.from({ length: count }, () => newHolder(desk, day));
}

/**
 * Registers holders with returned mail. They are pinned, so that the percentage of accounts with a bad address
 * stays as intended.
 */
export function openUnreachable(desk: Desk, market: Market, count: number, day: string): Known[] {
  const { world, book, mix } = desk;
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
export function openAwkward(desk: Desk, market: Market, day: string): Known[] {
  const known = awkwardPeople(desk.world.people).map((person) => admit(desk.world, desk.book, person, day));
  for (const one of known) market.pinned.add(one.id);
  return known;
}

export function openEverywhere(desk: Desk, market: Market, day: string): Known {
  const { world, book } = desk;
  const seen = world.shared.get('everywhere');
  const known = seen ?? admit(world, book, everywherePerson(world.people), day);
  if (seen) open(world, book, seen, day);
  else world.shared.set('everywhere', known);
  market.pinned.add(known.id);
  return known;
}

/** The unclaimed property accounts of some states. */
export function openStates(desk: Desk, market: Market, codes: readonly string[], day: string): Known[] {
  return codes.map((code) => {
    const seen = desk.world.shared.get(`state ${code}`);
    const known = seen ?? admit(desk.world, desk.book, desk.world.people.state(code), day);
    if (seen) open(desk.world, desk.book, seen, day);
    else desk.world.shared.set(`state ${code}`, known);
    market.pinned.add(known.id);
    return known;
  });
}
