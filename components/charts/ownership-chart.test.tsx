// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { OwnershipChart } from './ownership-chart.tsx';
import { areEqual, isDominant, percentText, splitTop } from './slices.ts';

afterEach(cleanup);

const owners = Array.from({ length: 30 }, (_, index) => ({
  id: String(index),
  label: `Owner ${index}`,
  shares: 9007199254740993n,
  percent: '3.33333333',
}));

it('adds the rest exactly and keeps a single leftover by name', () => {
  const { top, others } = splitTop(owners, 8);
  expect(top).toHaveLength(8);
  expect(others).toMatchObject({ label: '22 others', count: 22, shares: String(22n * 9007199254740993n) });
  expect(others!.percent).toBe('73.33333326');
  expect(splitTop(owners.slice(0, 9), 8)).toEqual({ top: owners.slice(0, 9), others: null });
  expect(percentText(1e-7)).toBe('0.0000%');
  expect(percentText('26.04166667')).toBe('26.0417%');
});

it('has the figures in a table at all times, the chart as one named image', () => {
  render(
    <OwnershipChart title="Ownership" asOf="As of Jun 30, 2026" owners={owners} kind="donut" top={20} />,
  );
  expect(screen.getByRole('img', { name: /Largest: Owner 0, 3.3333%/ })).toBeTruthy();
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(1 + 8 + 1);
  expect(screen.getByText('As of Jun 30, 2026')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByRole('table').closest('.sr-only')).toBeNull();
});

const slice = (id: string, percent: string) => ({ id, label: `Owner ${id}`, shares: 1n, percent });
const nominee = [slice('a', '88'), slice('b', '2.1826'), slice('c', '1.2763')];

it('gives one holder far above the others a panel of its own, and says so', () => {
  expect(isDominant([88, 2.1826, 1.2763])).toBe(true);
  expect(isDominant([40, 12, 9])).toBe(false);
  expect(isDominant([40, 2, 30])).toBe(false);
  expect(isDominant([88, 2.1826])).toBe(false);
  render(<OwnershipChart title="Ownership" owners={nominee} />);
  expect(screen.getByText('Percent of outstanding, scale to 100%')).toBeTruthy();
  expect(screen.getByText('Percent of outstanding, the other holders on a larger scale')).toBeTruthy();
});

it('draws no bars of one length', () => {
  const equal = [slice('a', '25'), slice('b', '25.0'), slice('c', '25')];
  expect(areEqual(equal)).toBe(true);
  expect(areEqual(nominee)).toBe(false);
  render(<OwnershipChart title="Largest holders" owners={equal} />);
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByText('Largest holders: each of the 3 has 25.0000% of outstanding.')).toBeTruthy();
});
