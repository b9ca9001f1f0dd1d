// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recordNavigation } from '#components/ui/browser/pending-navigation';
import { DataTable } from '../data-table.tsx';
import { common, freshDevice, pressHead } from '../test-table.tsx';

// Address that Next has passed on so far; null when equal to the window's.
let passedOn: string | null = null;
vi.mock('next/navigation', () => ({
  useSearchParams: () => new URLSearchParams(passedOn ?? window.location.search),
}));
beforeEach(async () => {
  await freshDevice();
  vi.useFakeTimers();
});
afterEach(() => {
  passedOn = null;
  vi.useRealTimers();
  cleanup();
});

const initial = { sort: [{ id: 'name', desc: true }] };
const drawn = () => <DataTable {...common} initial={initial} />;
const draw = () => render(drawn());
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('writes its view to the address', () => {
  draw();
  pass(1_000);
  expect(window.location.search).toBe('?sort=-name');
});

it('a click just before a new address of the same table is kept and written to it', () => {
  const { rerender } = draw();
  pass(1_000);
  pressHead('Shares');
  window.history.replaceState(null, '', '/cap-table?view=holder');
  rerender(drawn());
  pass(1_000);
  expect(window.location.search).toBe('?view=holder&sort=-shares');
  // Without an unsaved change of the user, the address decides.
  window.history.replaceState(null, '', '/cap-table?sort=name');
  rerender(drawn());
  pass(1_000);
  expect(window.location.search).toBe('?sort=name');
});

it('a late address update does not undo later typing', () => {
  const { rerender, getByRole } = draw();
  pass(1_000);
  passedOn = window.location.search;
  const box = getByRole('searchbox') as HTMLInputElement;
  const type = (text: string) => fireEvent.change(box, { target: { value: text } });
  type('BE-28');
  pass(1_000);
  const halfway = window.location.search;
  type('BE-2875');
  pass(1_000);
  expect(window.location.search).toContain('q=BE-2875');
  passedOn = halfway;
  rerender(drawn());
  expect(box.value).toBe('BE-2875');
  passedOn = null;
  rerender(drawn());
  pass(1_000);
  expect(box.value).toBe('BE-2875');
  expect(window.location.search).toContain('q=BE-2875');
});

it('a table rendered during a navigation does not cancel it', () => {
  recordNavigation('/ownership');
  draw();
  pass(5_000);
  expect(window.location.search).toBe('');
  // The page never arrived: the table writes the address again.
  pass(6_000);
  expect(window.location.search).toBe('?sort=-name');
});

it('a click during a navigation is applied', () => {
  recordNavigation('/ownership');
  draw();
  pressHead('Shares');
  pass(1_000);
  expect(window.location.search).toBe('?sort=-shares');
});

it('a link to the current page delays nothing', () => {
  recordNavigation('/cap-table');
  draw();
  pass(1_000);
  expect(window.location.search).toBe('?sort=-name');
});
