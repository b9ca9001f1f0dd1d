import { expect, test } from 'vitest';
import { equal } from './comparison.ts';
import { figureChanges, figuresOf } from './figures.ts';
import type { Verdict } from './verdict.ts';

const compared = (left: bigint | null, of = 'issued') =>
  equal(
    { id: 'P02', of, className: 'Common', text: `${of} shares`, cause: 'differs' },
    { source: 'Control book', value: left },
    { source: 'Issuer balance', value: 9_007_199_254_740_993n },
  );
const verdict = (comparisons: Verdict['comparisons'], shares: readonly bigint[] = []) =>
  ({
    comparisons,
    differences: shares.map((one) => ({
      className: 'Common',
      openedOn: '2026-10-01',
      existedSince: '2026-10-01',
      cause: 'Duplicate',
      shares: one,
      isByPriorAgent: false,
    })),
  }) as unknown as Verdict;

test('figures are exact, and two of one name stay apart', () => {
  const figures = figuresOf(verdict([compared(9_007_199_254_740_993n), compared(null)], [40n, 40n]));
  expect(figures.map(({ key, left, right }) => [key, left, right])).toEqual([
    ['P02/Common/issued', '9007199254740993', '9007199254740993'],
    ['P02/Common/issued#2', null, '9007199254740993'],
    ['record/Common/2026-10-01/Duplicate', '40', '0'],
    ['record/Common/2026-10-01/Duplicate#2', '40', '0'],
  ]);
});

test('nothing changed', () => {
  const figures = figuresOf(verdict([compared(1n)], [40n]));
  expect(figureChanges(figures, figures)).toEqual([]);
});

test('a figure that changed, one that came and one that went', () => {
  const before = figuresOf(verdict([compared(1n), compared(5n, 'treasury')], [40n]));
  const now = figuresOf(verdict([compared(2n), compared(5n, 'treasury'), compared(null, 'reserved')]));
  const right = '9007199254740993';
  expect(figureChanges(before, now)).toEqual([
    { className: 'Common', text: 'issued shares', before: { left: '1', right }, now: { left: '2', right } },
    { className: 'Common', text: 'reserved shares', before: null, now: { left: null, right } },
    {
      className: 'Common',
      text: 'Record difference of 2026-10-01: Duplicate',
      before: { left: '40', right: '0' },
      now: null,
    },
  ]);
});
