// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Column, columns } from '../columns.tsx';
import { DataTable } from '../data-table.tsx';
import { freshDevice } from '../test-table.tsx';

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams(window.location.search) }));
beforeEach(freshDevice);
afterEach(cleanup);

type Line = { id: string; shares: bigint; status: string };

const kit: readonly Column<Line>[] = [
  columns.text('id', 'Account', (row) => row.id, { widthPx: 90 }),
  columns.shares('shares', 'Shares', (row) => row.shares, { total: 'sum' }),
  columns.badge('status', 'Status', (row) => row.status, {}, { widthPx: 60 }),
];

const widthsOf = (lines: readonly Line[]) => {
  const { container } = render(
    <DataTable id="t" label="Lines" columns={kit} rows={lines} rowId={(row) => row.id} />,
  );
  const widths = [...container.querySelectorAll('col')].map((column) => Number(column.getAttribute('width')));
  cleanup();
  return widths;
};
const line = (shares: bigint, status = 'Open'): Line => ({ id: 'A', shares, status });

it('numbers, totals and statuses are never truncated; names may be', () => {
  const [name, shares, status] = widthsOf([line(1n)]);
  expect([name, shares]).toEqual([90, 112]);
  const wide = widthsOf([
    line(123_456_789_012_345_678n, 'Waiting for the agent'),
    { ...line(2n), id: 'B'.repeat(40) },
  ]);
  expect(wide[0]).toBe(90);
  // At least 23 digits wide, plus the cell padding.
  expect(wide[1]).toBeGreaterThanOrEqual(23 * 7.3 + 16);
  expect(wide[2]).toBeGreaterThan(status ?? 0);
});

it('widens a column for a total longer than every row', () => {
  const half = 999_999_999_999_999n;
  const [, one] = widthsOf([line(half)]);
  const [, two] = widthsOf([line(half), { ...line(half), id: 'B' }]);
  expect(two).toBeGreaterThan(one ?? 0);
});
