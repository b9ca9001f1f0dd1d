// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { goingTo } from '#components/ui/going';
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

it('says in the address how it is arranged', () => {
  draw();
  pass(1_000);
  expect(window.location.search).toBe('?sort=-name');
});

it('what is pressed just before another address of the same table comes stays, and is written to that', () => {
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

it('an address written between two letters that comes late does not take back the later ones', () => {
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

it('a table that is drawn while another page is on its way does not call it back', () => {
  goingTo('/ownership');
  draw();
  pass(5_000);
  expect(window.location.search).toBe('');
  // The page never arrived: the table writes the address again.
  pass(6_000);
  expect(window.location.search).toBe('?sort=-name');
});

it('what is pressed while another page is on its way is followed', () => {
  goingTo('/ownership');
  draw();
  pressHead('Shares');
  pass(1_000);
  expect(window.location.search).toBe('?sort=-shares');
});

it('a press that leads to where one is already holds nothing up', () => {
  goingTo('/cap-table');
  draw();
  pass(1_000);
  expect(window.location.search).toBe('?sort=-name');
});
