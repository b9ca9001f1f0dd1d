import { expect, it } from 'vitest';
import type { ClassOwnership } from '../../ownership.ts';
import { chartParts } from './chart-parts.ts';

function classOf(shares: readonly bigint[]): ClassOwnership {
  let cumulative = 0n;
  const outstanding = shares.reduce((sum, one) => sum + one, 0n);
  const owners = shares.map((one, index) => {
    cumulative += one;
    return {
      id: `${index}`,
      account: `${index}`,
      profile: '',
      name: `OWNER ${index}`,
      className: 'Common',
      shares: one,
      certificates: 1,
      rank: index + 1,
      cumulative,
      outstanding,
    };
  });
  return {
    className: 'Common',
    owners,
    holders: owners.length,
    held: outstanding,
    outstanding,
    authorized: null,
    unlimited: true,
  };
}

it('leaves the rest to the chart while it does not dwarf the largest', () => {
  const { parts, note, total } = chartParts(classOf([60n, 10n, 10n, 10n, 10n]), 2);
  expect([parts.length, note, total?.percent]).toEqual([5, undefined, '100.000000000000']);
});

it('draws the largest alone and names the rest where it would flatten them', () => {
  const { parts, note, total } = chartParts(classOf(Array.from({ length: 100 }, () => 1n)), 10);
  expect([parts.length, total]).toEqual([10, undefined]);
  expect(note).toBe('Not drawn: 90 others, who together hold 90.0000%.');
});
