import { expect, test } from 'vitest';
import { type AddressInput, type HolderInput, registrationOf } from './registration-input.ts';

const place: AddressInput = { address1: 'HAUPTSTR 1', city: 'BERLIN', country2Code: 'DE' };
const matches = (primary: AddressInput): HolderInput => ({
  name: 'JOHN A SAMPLE',
  sortName: 'SAMPLE, JOHN A',
  ...{ primaryTaxId: null, primaryTaxIdType: 'SSN', primaryPayeeName: null },
  primary,
  by: { email: 'a@b.example', firstName: 'A', lastName: 'B' },
});
const countryOf = (primary: AddressInput) =>
  registrationOf(matches(primary), undefined, '2026-11-20T15:00:00Z').primary.country;

test.each([
  [{}, 'Germany'],
  [{ country: null }, 'Germany'],
  [{ country: '' }, 'Germany'],
  [{ country: 'DEUTSCHLAND' }, 'DEUTSCHLAND'],
  [{ country2Code: 'US' }, 'United States'],
  [{ country2Code: 'QQ' }, ''],
  [{ country2Code: 'ZZ' }, ''],
])('the country of an address with %j is %j', (given, name) => {
  expect(countryOf({ ...place, ...given })).toBe(name);
});

test.each([
  ['as it is read', { name: 'ANN ODE BOB ODE JT TEN' }, ['ANN ODE', 'BOB ODE', 'JT TEN']],
  [
    'as it is read, but with lines to clear',
    { name: 'ANN ODE BOB ODE JT TEN', name2: null, name3: null },
    ['ANN ODE BOB ODE JT TEN', '', ''],
  ],
  ['with a new first line', { name: 'ANN OAK' }, ['ANN OAK', 'BOB ODE', 'JT TEN']],
  ['with all lines', { name: 'A', name2: 'B', name3: '' }, ['A', 'B', '']],
])('a name sent %s', (_what, sent, lines) => {
  const first = { ...matches(place), name: 'ANN ODE', name2: 'BOB ODE', name3: 'JT TEN' };
  const before = registrationOf(first, undefined, '2026-11-20T15:00:00Z');
  const after = registrationOf({ ...matches(place), ...sent }, before, '2026-11-20T16:00:00Z');
  expect([after.name, after.name2, after.name3]).toEqual(lines);
});
