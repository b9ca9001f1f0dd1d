// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { OwnershipChart } from './ownership-chart.tsx';
import { percentText, splitTop } from './slices.ts';

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
