// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useMemo, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DataTable } from '../data-table.tsx';
import { freshDevice, type Holding, head, kit, many, names } from '../test-table.tsx';
import type { RangeSource } from './range-source.ts';

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams(window.location.search) }));
beforeEach(freshDevice);
afterEach(cleanup);

const total = 1_000_000;
const sample = many(60);
const calls: string[] = [];
const requested: [number, number][] = [];

type State = Partial<
  Pick<RangeSource<Holding>, 'total' | 'all' | 'readingAll' | 'short' | 'moved' | 'error' | 'order'>
>;
let put: (state: State) => void = () => {};

function Table({ start }: { start: State }) {
  const [state, setState] = useState(start);
  put = (part) => act(() => setState((before) => ({ ...before, ...part })));
  const ranges = useMemo<RangeSource<Holding>>(
    () => ({
      total,
      received: 12_000,
      all: null,
      readingAll: false,
      moved: false,
      error: null,
      at: (index) => (index < sample.length ? sample[index] : undefined),
      request: (from, to) => void requested.push([from, to]),
      readAll: () => void calls.push('readAll'),
      stop: () => void calls.push('stop'),
      retry: () => void calls.push('retry'),
      again: () => void calls.push('again'),
      ...state,
    }),
    [state],
  );
  return (
    <DataTable
      id="r"
      label="Holders"
      columns={kit}
      ranges={ranges}
      rowId={(row) => row.id}
      noun={['holder', 'holders']}
      selectable
    />
  );
}
const draw = (state: State = {}) => {
  calls.length = 0;
  requested.length = 0;
  render(<Table start={state} />);
};
/** The code that loads rows starts shortly after the table. */
const called = (...names: string[]) => vi.waitFor(() => expect(calls).toEqual(names));

it('requests the first rows before the first response', () => {
  draw({ total: null });
  expect(screen.queryByRole('table')).toBeNull();
  expect(requested).toEqual([[0, 40]]);
  put({ total });
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1000001');
});

it('requests the visible rows, keeps their positions, and reaches the last of a million rows', () => {
  draw();
  const region = screen.getByRole('region', { name: /Holders/ });
  const tallest = () =>
    Math.max(
      ...[...document.querySelectorAll('td[height]')].map((cell) => Number(cell.getAttribute('height'))),
    );
  expect(names()[0]).toBe('Holder 0');
  expect(tallest()).toBeLessThan(3_000_000);
  Object.defineProperties(region, { clientHeight: { value: 600 }, scrollHeight: { value: 3_000_073 } });
  fireEvent.keyDown(region, { key: 'End' });
  fireEvent.scroll(region);
  expect(requested.at(-1)![1]).toBe(total);
  const rows = screen.getAllByRole('row', { busy: true });
  expect(rows.at(-1)!.getAttribute('aria-rowindex')).toBe('1000001');
  fireEvent.keyDown(region, { key: 'Home' });
  fireEvent.scroll(region);
  expect(names()[0]).toBe('Holder 0');
});

it('states what needs all rows, loads them on request, then sorts and filters in memory', async () => {
  draw();
  expect(await screen.findByText(/Search, sort, totals and files load all rows first/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /CSV/ })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Load all 1,000,000 holders' }));
  put({ readingAll: true });
  expect(screen.getByRole('progressbar', { name: 'Loading 1,000,000 holders' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(calls).toEqual(['readAll', 'stop']);
  put({ readingAll: false, total: 60, all: sample });
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Holder 59' } });
  expect(names()).toEqual(['Holder 59', 'Total shown']);
  expect(screen.getAllByRole('checkbox')).toHaveLength(2);
});

it('a search loads all rows first and shows it; once stopped, the next search starts again', async () => {
  draw();
  const type = (words: string) =>
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: words } });
  type('Holder 5');
  await called('readAll');
  put({ readingAll: true });
  expect(await screen.findByText(/cannot search or sort this list: all rows are loaded first/)).toBeTruthy();
  // The rows below are not the requested ones.
  expect(names()[0]).toBe('Holder 0');
  put({ readingAll: false });
  expect(screen.getByText(/^Not applied:/)).toBeTruthy();
  type('Holder 59');
  await called('readAll', 'readAll');
  put({ total: 60, all: sample });
  expect(names()[0]).toBe('Holder 59');
});

it('a short list is loaded without a message', async () => {
  draw({ moved: true, readingAll: true, short: true });
  expect(await screen.findByText(/The register changed/)).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('a link with a filter starts loading once and is applied when all rows are loaded', async () => {
  window.history.replaceState(null, '', '/holders?f.shares=>5');
  draw();
  await called('readAll');
  put({ readingAll: true });
  put({ readingAll: false });
  expect(calls).toEqual(['readAll']);
  const region = screen.getByRole('region', { name: /Holders/ });
  put({ total: 60, all: sample });
  expect(names()[0]).toBe('Holder 6');
  expect(screen.getByRole('region', { name: /Holders/ })).toBe(region);
});

it('leaves a sort to the operation where it supports it; sorts others once all rows are loaded', async () => {
  const set = vi.fn();
  draw({ order: { ids: ['shares'], current: { id: 'shares', desc: true }, set } });
  expect(head('Shares').getAttribute('aria-sort')).toBe('descending');
  await vi.waitFor(() => expect(set.mock.calls).toEqual([[null]]));
  fireEvent.click(screen.getByRole('button', { name: 'Shares' }));
  expect(set).toHaveBeenLastCalledWith({ id: 'shares', desc: false });
  expect(calls).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Holder' }));
  expect([calls, set.mock.calls.length]).toEqual([['readAll'], 2]);
  put({ total: 60, all: sample });
  expect(head('Holder').getAttribute('aria-sort')).toBe('ascending');
});

it('a sort the operation turns out not to support is done in the browser', async () => {
  const set = vi.fn();
  window.history.replaceState(null, '', '/holders?sort=-shares');
  draw({ order: { ids: ['shares'], current: null, set } });
  await vi.waitFor(() => expect([calls, set.mock.calls]).toEqual([[], [[{ id: 'shares', desc: true }]]]));
  put({ order: { ids: [], current: null, set } });
  expect(calls).toEqual(['readAll']);
});

it('shows when the register changed and when rows could not be loaded', async () => {
  draw({ moved: true, error: { code: 'upstream_busy', message: 'The registry is busy.' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Load all rows again' }));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(calls).toEqual(['again', 'retry']);
});
