// State that all issuers of the demo share, and how their holders are registered.

import { addBusinessDays } from '#lib/format/business-days';
import { addAccount } from '#registry/ledger/core/accounts';
import type { Entry } from '#registry/ledger/core/entry';
import { add, type Tx, type UnitOfWork } from '#registry/ledger/core/unit-of-work';
import { addressRow, holderRow } from '#registry/ledger/holders/holders';
import { type AccountType, createPeople, type People, type Person, pad } from './people/people.ts';
import { createPrng, type Prng } from './prng.ts';

/** A generated holder, with an id that is the same at every issuer. */
export type Known = { id: bigint; person: Person };

/** State shared by all issuers of the demo: holders, ids and statistics of the agent's work. */
export type World = {
  tx: Tx;
  lastDay: string;
  /** The day from which what is still pending is dated. */
  queueDay: string;
  /** Items received so far that are still pending. */
  pending: number;
  rng: Prng;
  people: People;
  /** The next holder id; a block of ids is reserved at the start. */
  nextHolderId: bigint;
  /** Routine items received so far per month, from which the percentage of late ones is controlled. */
  routine: Map<string, number>;
  rejected: { medallion: number; dtc: number; isOldQuantitySeen?: boolean };
  /** The address of each holder in one line. */
  addresses: Map<bigint, string>;
  /** Holders who are people, not organizations or trusts. */
  persons: Set<bigint>;
  /** Holders registered in the name of one person: only such accounts are of employees. */
  individuals: Set<bigint>;
  /** Holders who appear at several issuers. */
  shared: Map<string, Known>;
};

export function createWorld(
  tx: Tx,
  { lastDay, queueDay }: { lastDay: string; queueDay: string },
  firstHolderId: bigint,
): World {
  const rng = createPrng('harborline');
  return {
    tx,
    lastDay,
    queueDay,
    pending: 0,
    rng,
    people: createPeople(createPrng('harborline people')),
    nextHolderId: firstHolderId,
    routine: new Map(),
    rejected: { medallion: 0, dtc: 0 },
    addresses: new Map(),
    persons: new Set(),
    individuals: new Set(),
    shared: new Map(),
  };
}

const organizations: ReadonlySet<string> = new Set<AccountType>([
  'Plan401K',
  'Trust',
  'Corporation',
  'Partnership',
  'SchoolsAndColleges',
  'UnclaimedProperty',
  'NomineeOrDepository',
]);

/** Registers a person as a new holder, with an account in the book. */
export function admit(
  world: World,
  book: UnitOfWork,
  person: Person,
  openedOn: string,
  options: { role?: 'treasury'; paysBy?: 'Check' | 'ACH' | 'Wire' } = {},
): Known {
  const id = world.nextHolderId;
  world.nextHolderId += 1n;
  // Ids like H-000234 have leading zeros, which a client must not drop.
  const customerId = id % 40n === 0n ? `00${id}` : id % 7n === 0n ? `H-0${id}` : `H-${id}`;
  add(book, 'holder', holderRow(id, { ...person, customerId, recordedAt: `${openedOn}T14:00:00Z` }));
  add(book, 'holder_address', addressRow(id, 'primary', person.primary));
  if (person.mailing) add(book, 'holder_address', addressRow(id, 'mailing', person.mailing));
  const { address1, city, state, postalCode } = person.primary;
  if (!organizations.has(person.accountType ?? '')) world.persons.add(id);
  if (person.accountType === 'Individual') world.individuals.add(id);
  world.addresses.set(id, `${address1}, ${city} ${state ?? ''} ${postalCode ?? ''}`);
  const known = { id, person };
  open(world, book, known, openedOn, options);
  return known;
}

/** Opens an account for an existing holder. */
export function open(
  world: World,
  book: UnitOfWork,
  known: Known,
  openedOn: string,
  options: { role?: 'treasury'; paysBy?: 'Check' | 'ACH' | 'Wire' } = {},
): void {
  const { person } = known;
  addAccount(
    book,
    {
      issuerId: book.issuerId,
      holderId: known.id,
      role: options.role,
      openedOn,
      paysBy: options.paysBy ?? (world.rng.chance(0.3) ? 'ACH' : 'Check'),
    },
    {
      name: person.name,
      name2: person.name2 ?? '',
      name3: person.name3 ?? '',
      sortName: person.sortName,
      isNominee: person.isNominee ?? false,
    },
  );
}

/** Percentage of accounts per type; joint and retirement accounts are divided further. */
export type Mix = Partial<
  Record<'individual' | 'joint' | 'trust' | 'minor' | 'retirement' | 'company' | 'tod' | 'school', number>
>;

export function pickType(rng: Prng, mix: Mix): AccountType {
  const total = Object.values(mix).reduce((sum, one) => sum + one, 0);
  let place = rng.next() * total;
  for (const [group, weight] of Object.entries(mix)) {
    place -= weight;
    if (place < 0) return within(rng, group as keyof Mix);
  }
  return 'Individual';
}

function within(rng: Prng, group: keyof Mix): AccountType {
  if (group === 'joint') {
    return rng.pick([
      'JointTenant',
      'JointTenant',
      'JointWithRightOfSurvivorship',
      'JointWithRightOfSurvivorship',
      'TenantsInCommon',
      'CommunityProperty',
    ]);
  }
  if (group === 'retirement') {
    return rng.pick(['IRA', 'IRA', 'IRA', 'RothIRA', 'SimplifiedEmployeePension', 'Plan401K']);
  }
  if (group === 'company') return rng.pick(['Corporation', 'Corporation', 'Partnership']);
  const plain = {
    individual: 'Individual',
    trust: 'Trust',
    minor: 'CustodyForAMinor',
    tod: 'TransferOnDeath',
  } as const;
  return group === 'school' ? 'SchoolsAndColleges' : plain[group];
}

/** Times of posting, increasing within one issuer. */
export function createClock() {
  let last = '';
  let tick = 0;
  return (day: string): string => {
    tick = day === last ? tick + 1 : 0;
    last = day;
    // From 13:30 UTC, nine seconds apart: a day with 1,000 postings still ends in the afternoon.
    const seconds = 13 * 3600 + 30 * 60 + tick * 9;
    return `${day}T${pad(Math.floor(seconds / 3600), 2)}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}Z`;
  };
}

/**
 * Business days until a routine item is done. 3 of 100 are late, in August 2025 18 of 100, spread evenly over
 * the month, so that exactly that month fails the turnaround rule.
 */
export function routineDays(world: World, receivedOn: string): number {
  const month = receivedOn.slice(0, 7);
  const count = (world.routine.get(month) ?? 0) + 1;
  world.routine.set(month, count);
  const rate = month === '2025-08' ? 18 : 3;
  const isLate = Math.floor((count * rate) / 100) > Math.floor(((count - 1) * rate) / 100);
  return isLate ? world.rng.int(4, 7) : world.rng.pick([0, 1, 1, 1, 2, 2, 2, 3]);
}

export function completionDay(receivedOn: string, businessDays: number): string {
  return addBusinessDays(receivedOn, businessDays);
}

/** The entry of an issuer's instruction that the agent posted on the same day. */
export function instructed(day: string, processedAt: string, subKind: string, authority: string): Entry {
  return {
    receivedOn: day,
    effectiveOn: day,
    completedOn: day,
    processedAt,
    subKind,
    authority,
    isPresented: false,
  };
}
