// Registrations of the accounts of a large generated issuer, each computed from its index.

import { addressRow, holderRow, type Registration } from '#registry/ledger/holders/holders';
import { companyFirst, companyForms, companySecond } from '../words/companies.ts';
import { familyNames, givenNames } from '../words/names.ts';
import { capitals, stateNames, streetKinds, streetWords } from '../words/places.ts';
import { nominee, treasury } from './ledger.ts';
import { firstDay, type LargePlan } from './plan.ts';

const states = Object.keys(capitals);
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * The registration of one account, computed from its index alone, so that a million of them are never in memory
 * together. Names and numbers are fictional; the tax ids are from ranges that are never assigned.
 */
export function registrationAt(plan: LargePlan, place: number): Registration {
  const draw = drawer(plan.seed, place);
  const { name, name2, sortName, accountType } = wording(plan, place, draw);
  const state = draw(states);
  const [city, zip] = capitals[state]!;
  const customerId = `L${plan.issuer}-${String(place + 1).padStart(7, '0')}`;
  const number = `${900 + (place % 10)}${String(1 + (Math.floor(place / 10) % 489_951)).padStart(6, '0')}`;
  return {
    customerId,
    name,
    ...(name2 && { name2 }),
    sortName,
    accountType,
    primaryTax: accountType === 'Corporation' ? undefined : { number, type: 'SSN', payee: name },
    isCertified: place % 20 !== 0,
    accessCode: Array.from({ length: 8 }, () => draw(letters)).join(''),
    isNominee: place === nominee,
    primary: {
      address1: `${1 + draw.upTo(9800)} ${draw(streetWords)} ${draw(streetKinds)}`,
      city,
      state,
      postalCode: zip,
      country2Code: 'US',
      country: 'United States',
      email: place % 3 === 0 ? `holder${place}@mail${plan.issuer}.example` : '',
    },
    recordedAt: `${firstDay}T14:00:00Z`,
  };
}

function wording(plan: LargePlan, place: number, draw: Drawer) {
  if (place === nominee) {
    const accountType = 'NomineeOrDepository';
    return { name: 'QUILL & CO', name2: '(FAST ACCOUNT)', sortName: 'QUILL & CO', accountType };
  }
  if (place === treasury) {
    const name = `ISSUER ${plan.issuer} TREASURY`;
    return { name, sortName: name, accountType: 'Corporation' };
  }
  const kind = draw.upTo(100);
  if (kind < 6) {
    const name = `${draw(companyFirst)} ${draw(companySecond)} ${draw(companyForms)}`;
    return { name, sortName: name, accountType: 'Corporation' };
  }
  if (kind < 8) {
    const name = `UNCLAIMED PROPERTY OF ${stateNames[draw(states)]}`;
    return { name, sortName: name, accountType: 'UnclaimedProperty' };
  }
  const family = draw(familyNames);
  const given = `${draw(givenNames)} ${letters[draw.upTo(23)]}`;
  const full = `${given} ${family}`;
  const sortName = `${family}, ${given}`;
  if (kind < 16)
    return { name: `${full} TR`, name2: `${family} FAMILY TRUST`, sortName, accountType: 'Trust' };
  if (kind < 24) return { name: `${full} TOD`, sortName, accountType: 'TransferOnDeath' };
  return { name: full, sortName, accountType: 'Individual' };
}

/** The registration's rows of the tables holder and holder_address. */
export function holderRows(id: bigint, one: Registration) {
  return { holder: holderRow(id, one), address: addressRow(id, 'primary', one.primary) };
}

type Drawer = {
  (list: readonly string[] | string): string;
  upTo(count: number): number;
};

/** Random numbers from an index and a seed: a counter through a mixing function (splitmix32). */
function drawer(seed: number, place: number): Drawer {
  let state = (Math.imul(place + 1, 0x9e3779b9) ^ Math.imul(seed + 1, 0x85ebca6b)) | 0;
  const upTo = (count: number) => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    mixed ^= mixed >>> 15;
    return Math.floor(((mixed >>> 0) / 4_294_967_296) * count);
  };
  return Object.assign((list: readonly string[] | string) => list[upTo(list.length)]!, { upTo });
}
