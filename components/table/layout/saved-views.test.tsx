// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { cloneElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DataTable } from '../data-table.tsx';
import { common, freshDevice, names, openPanel, pressHead, withClipboard } from '../test-table.tsx';
import { loadViews } from './saved-views.ts';

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams(window.location.search) }));
beforeEach(freshDevice);
afterEach(cleanup);

const drawn = <DataTable {...common} initial={{ sort: [{ id: 'name', desc: true }] }} />;
const draw = () => render(drawn);
const byName = [{ id: 'name', desc: false }];
const search = (words: string) =>
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: words } });
const first = () => names()[0];

it('saves a view by name, applies it, opens with it, and deletes it', async () => {
  draw();
  pressHead('Shares');
  search('al');
  const panel = await openPanel('Views');
  fireEvent.change(panel.getByLabelText('View name'), { target: { value: 'Largest' } });
  fireEvent.submit(panel.getByLabelText('View name'));
  expect(loadViews('t').views).toEqual([
    { name: 'Largest', query: 'sort=-shares&q=al&cols=name%2Cshares%2Cpercent' },
  ]);
  fireEvent.click(panel.getByRole('button', { name: 'Reset', hidden: true }));
  expect(first()).toBe('Birch, Joint');

  const again = await openPanel('Views');
  fireEvent.click(again.getByRole('button', { name: 'Open this table with Largest', hidden: true }));
  fireEvent.click(again.getByRole('button', { name: 'Largest', hidden: true }));
  expect(names()).toEqual(['Alder', 'Total shown']);
  cleanup();

  window.history.replaceState(null, '', '/cap-table');
  draw();
  expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('al');
  cleanup();
  // Parameters in the address override the stored view.
  window.history.replaceState(null, '', '/cap-table?sort=shares');
  draw();
  expect(first()).toBe('Birch, Joint');
  const last = await openPanel('Views');
  fireEvent.click(last.getByRole('button', { name: 'Delete Largest', hidden: true }));
  expect(loadViews('t')).toEqual({ views: [], opens: null });
});

it('a link to the page itself shows the default view, not unsorted rows', async () => {
  const page = (label: string) => cloneElement(drawn, { label, initial: { sort: byName } });
  const { rerender } = render(page('Cap table'));
  await vi.waitFor(() => expect(window.location.search).toContain('sort=name'));
  const opened = names();
  // The sort is in the address now; the link has none.
  window.history.replaceState(null, '', '/cap-table?view=holder');
  rerender(page('Cap table by holder'));
  await vi.waitFor(() => expect(window.location.search).toContain('sort=name'));
  expect(names()).toEqual(opened);
});

it('copies a link that includes the columns of this device', async () => {
  localStorage.setItem('sharebook-table-t', JSON.stringify({ cols: ['shares', 'name'] }));
  window.history.replaceState(null, '', '/cap-table?asof=2026-06-30&f.shares=>1');
  const writeText = vi.fn(async (_text: string) => {});
  withClipboard({ writeText });
  draw();
  const panel = await openPanel('Views');
  fireEvent.click(panel.getByRole('button', { name: 'Copy link to this view', hidden: true }));
  const url = new URL(writeText.mock.calls[0]![0]);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    asof: '2026-06-30',
    cols: 'shares,name',
    'f.shares': '>1',
  });
});

it('ignores invalid storage', () => {
  localStorage.setItem('sharebook-views-t', '{"views":[{"name":1},{"name":"A","query":"q=x"}],"opens":"B"}');
  expect(loadViews('t')).toEqual({ views: [{ name: 'A', query: 'q=x' }], opens: null });
  localStorage.setItem('sharebook-views-t', 'no');
  expect(loadViews('t')).toEqual({ views: [], opens: null });
});
