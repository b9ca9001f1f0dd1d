import { describe, expect, test } from 'vitest';
import { mayRelease, unresolvedStops } from './stops.ts';

const lost = { stopId: 1, kind: 'Lost, stolen or not received' } as const;
const levy = { stopId: 2, kind: 'Court order or levy' } as const;

describe('stops in the way of an item', () => {
  test('a lost stop and a levy, only the lost one listed', () => {
    expect(unresolvedStops([lost, levy], [1], 'Lost')).toEqual([levy]);
  });

  test('listing a stop is not enough: the case has to resolve its kind', () => {
    expect(unresolvedStops([lost, levy], [1, 2], 'Lost')).toEqual([levy]);
    expect(unresolvedStops([lost], [1], 'Sale')).toEqual([lost]);
    expect(unresolvedStops([levy], [2], 'CourtOrder')).toEqual([]);
    expect(unresolvedStops([levy], [2], null)).toEqual([levy]);
    expect(unresolvedStops([], [7], 'Sale')).toEqual([]);
  });

  test.each(['Estate', 'SmallEstate', 'Beneficiary', 'Survivor'] as const)(
    '%s settles a death',
    (caseCode) => {
      const stop = { stopId: 3, kind: 'Deceased - documents required' } as const;
      expect(unresolvedStops([stop], [3], caseCode)).toEqual([]);
    },
  );
});

describe('release', () => {
  test('by the document of its kind', () => {
    const stop = { kind: 'Issuer stop', noticeOn: null } as const;
    expect(mayRelease(stop, ['OwnerLetter'], '2026-11-20')).toBe(false);
    expect(mayRelease(stop, ['IssuerLetter'], '2026-11-20')).toBe(true);
  });

  test('an adverse claim 30 days after notice', () => {
    const stop = { kind: 'Adverse claim', noticeOn: '2026-10-21' } as const;
    expect(mayRelease(stop, [], '2026-11-20')).toBe(false);
    expect(mayRelease(stop, [], '2026-11-21')).toBe(true);
    expect(mayRelease({ ...stop, noticeOn: null }, [], '2026-11-21')).toBe(false);
  });
});
