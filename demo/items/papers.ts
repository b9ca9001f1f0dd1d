// Makes signatures, guarantees, documents and registrations for the demo's items.

import type { ItemContentInput } from '#lib/contract/agent/content';
import type { DocumentKind } from '#lib/contract/agent/values';
import { addDays, type CalendarDate } from '#lib/format/dates';
import { marketValue } from '#registry/items/rules/amounts';
import { covers } from '#registry/items/rules/guarantees';
import { allOwners } from '#registry/items/rules/owners';
import { type AccountType, createPeople, type Person, pad } from '../people/people.ts';
import { createPrng } from '../prng.ts';
import { addressLine, participants } from '../words/participants.ts';
import type { Presented } from './books.ts';

type Document = NonNullable<ItemContentInput['documents']>[number];
type Shareholder = NonNullable<NonNullable<ItemContentInput['lines']>[number]['shareholder']>;

/** From the lowest limit to the highest; a signer takes the lowest that covers. */
const prefixes = ['F', 'D', 'C', 'B', 'A', 'X', 'Y', 'Z'] as const;

/** Makes the papers of the items: firms, signatures, documents and new registrations. */
export function createPapers() {
  const rng = createPrng('harborline items');
  const people = createPeople(createPrng('harborline item people'));
  let serial = 0;
  let registrations = 0;

  return {
    presentor() {
      serial += 1;
      const firm = rng.pick(participants);
      return {
        name: firm.name,
        participantNumber: firm.participant,
        reference: `HL-${pad(serial, 4)}`,
        address: addressLine(firm),
      };
    },
    participant: () => rng.pick(participants).participant,
    /** A guarantee for each owner, with the lowest prefix that covers the shares. */
    guarantees(owner: Presented, shares: number, price: string, day: CalendarDate, prefix?: string) {
      const names = allOwners([{ registration: owner.names, accountType: owner.accountType }])?.names ?? [
        owner.names[0] ?? '',
      ];
      return names.map((signer) => signed(signer, shares, price, day, prefix));
    },
    /** A guarantee of one signer, who may act in a capacity. */
    guarantee(signer: string, shares: number, price: string, day: CalendarDate, capacity: string) {
      return [{ ...signed(signer, shares, price, day), capacity }];
    },
    document: (kind: DocumentKind, date?: CalendarDate, more: Partial<Document> = {}): Document => ({
      kind,
      state: 'Original',
      date,
      ...more,
    }),
    /** A new registration; `like` keeps the family name, or the tax ID of one who changes the name. */
    registration(type: AccountType, like?: { family?: string; name?: string; taxId?: string }): Shareholder {
      registrations += 1;
      const person = people.make(type);
      return shareholderOf(person, registrations, like);
    },
    name: () => people.name().full,
  };

  function signed(signer: string, shares: number, price: string, day: CalendarDate, prefix?: string) {
    const value = marketValue(BigInt(shares), price);
    serial += 1;
    return {
      signer,
      program: 'STAMP',
      prefix: prefix ?? prefixes.find((one) => covers(one, value)) ?? 'Z',
      serial: pad(1_200_000 + serial, 8),
      guarantorName: rng.pick(participants).name,
      date: addDays(day, -1),
    };
  }
}

export type PaperMaker = ReturnType<typeof createPapers>;

function shareholderOf(
  person: Person,
  count: number,
  like: { family?: string; name?: string; taxId?: string } = {},
): Shareholder {
  const { primary } = person;
  const given = person.name.split(' ')[0] ?? person.name;
  const name = like.name ?? (like.family ? `${given} ${like.family}` : person.name);
  const isPlain = like.name !== undefined || like.family !== undefined;
  return {
    name,
    name2: isPlain ? '' : (person.name2 ?? ''),
    name3: isPlain ? '' : (person.name3 ?? ''),
    sortName: isPlain
      ? `${name.split(' ').at(-1)}, ${name.split(' ').slice(0, -1).join(' ')}`
      : person.sortName,
    accountType: person.accountType as Shareholder['accountType'],
    primaryPayeeName: null,
    // The demo's holders have the groups 01 to 49.
    primaryTaxId: like.taxId || `90061${pad(count, 4)}`,
    primaryTaxIdType: person.accountType === 'Corporation' ? 'EIN' : 'SSN',
    primaryAddress: {
      address1: primary.address1,
      address2: primary.address2 ?? '',
      city: primary.city,
      state: primary.state ?? '',
      postalCode: primary.postalCode ?? '',
      country2Code: primary.country2Code,
    },
  };
}
