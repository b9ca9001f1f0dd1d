import { expect, it } from 'vitest';
import { splitTop } from '#components/charts/slices';
import type { ClassOwnership } from '#lib/register/ownership/ownership';
import { chartParts } from './chart-parts.ts';

const partsOf = (...given: Parameters<typeof chartParts>) =>
  chartParts(...given) ?? expect.unreachable('a figure is missing');

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

it('leaves the rest in the chart unless it dwarfs the largest', () => {
  const { parts, note, total } = partsOf(classOf([60n, 10n, 10n, 10n, 10n]), 2);
  expect([parts.length, note, total?.percent]).toEqual([5, undefined, '100.000000000000']);
});

it('draws only the largest and names the rest where it would flatten them', () => {
  const { parts, note, total } = partsOf(classOf(Array.from({ length: 100 }, () => 1n)), 10);
  expect([parts.length, total]).toEqual([10, undefined]);
  expect(note).toBe('Not shown: 90 other holders with a total of 90.0000%.');
});

it('draws the same where only the largest were sent', () => {
  for (const shares of [[60n, 10n, 10n, 10n, 10n], Array.from({ length: 100 }, () => 1n)]) {
    const every = classOf(shares);
    const allAccounts = { listed: shares.length, squares: null, largest: [] };
    const few = partsOf({ ...every, owners: every.owners.slice(0, 3), allAccounts }, 2);
    const all = partsOf(every, 2);
    const sizes = (of: typeof all) => splitTop(of.parts, 2);
    const others = { top: sizes(all).top.length, rest: sizes(all).others?.shares };
    expect([few.note, few.total]).toEqual([all.note, all.total]);
    expect(few.parts.slice(0, 2)).toEqual(all.parts.slice(0, 2));
    if (others.rest !== undefined) expect(`${few.parts[2]?.shares}`).toBe(others.rest);
  }
});

it('draws nothing where a figure is missing, since a bar of length 0 would mean no holding', () => {
  const whole = classOf([60n, 40n]);
  expect(chartParts({ ...whole, held: null }, 2)).toBeNull();
  expect(chartParts({ ...whole, outstanding: null }, 2)).toBeNull();
});
