import { expect, test } from 'vitest';
import { appointmentAge, custodyEnd, needsNoTaxWaiver, smallEstateLimit, stateName } from './states.ts';

test('the limit for a small estate follows the day of death', () => {
  expect(smallEstateLimit('CA', '2025-03-31')).toMatchObject({ valueMax: '184500', waitDays: 40 });
  expect(smallEstateLimit('CA', '2025-04-01')).toMatchObject({ valueMax: '208850', waitDays: 40 });
  expect(smallEstateLimit('CA', '2022-03-31')).toBeNull();
});

test('a state without a recorded limit has none, not another one', () => {
  expect(smallEstateLimit('OH', '2025-03-31')).toBeNull();
  expect(smallEstateLimit(null, '2025-03-31')).toBeNull();
  expect(needsNoTaxWaiver('CA')).toBe(true);
  expect(needsNoTaxWaiver('PA')).toBeNull();
  expect(needsNoTaxWaiver('constructor')).toBeNull();
});

test('the age of a custodianship: recorded, or assumed and said so', () => {
  expect(custodyEnd('CA')).toEqual({ age: 18, isAssumed: false });
  expect(custodyEnd('NY')).toEqual({ age: 21, isAssumed: false });
  expect(custodyEnd('OH')).toEqual({ age: 21, isAssumed: true });
  expect(custodyEnd(undefined)).toEqual({ age: 21, isAssumed: true });
});

test.each([
  ['CA', '2026-09-21', false],
  ['CA', '2026-09-20', true],
  [null, '2026-09-20', true],
  ['NY', '2026-05-20', false],
  ['NY', '2026-05-19', true],
])('a court certificate of %s dated %s, received 2026-11-20', (state, dated, isStale) => {
  expect(appointmentAge(state, dated, '2026-11-20').isStale).toBe(isStale);
});

test('names of states', () => {
  expect(stateName('DC')).toBe('District of Columbia');
  expect(stateName('XX')).toBe('XX');
});
