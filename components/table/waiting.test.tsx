// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { common } from './test-table.tsx';

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams(window.location.search) }));

let fetches = 0;
let arrive = () => {};
let fail = () => {};

/** A table whose engine is still loading, in a browser without history. */
async function freshTable(address: string) {
  vi.resetModules();
  window.history.replaceState(null, '', address);
  localStorage.clear();
  fetches = 0;
  vi.doMock('./on-demand.ts', async (original) => {
    const { onDemand } = await original<typeof import('./on-demand.ts')>();
    return {
      onDemand: (fetch: () => Promise<unknown>) =>
        onDemand(async () => {
          fetches += 1;
          await new Promise<void>((resolve, reject) => {
            arrive = resolve;
            fail = () => reject(new Error('offline'));
          });
          return fetch();
        }),
    };
  });
  const { DataTable } = await import('./data-table.tsx');
  return (
    <DataTable {...common} noun={['holder', 'holders']} initial={{ sort: [{ id: 'name', desc: false }] }} />
  );
}
const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
const head = (name: string) => screen.getByRole('columnheader', { name: new RegExp(`^${name}`) });
const byName = ['=HYPERLINK("x")', 'Alder', 'Birch, Joint'];
afterEach(cleanup);

it('renders the default order without the engine, also on the server', async () => {
  const table = await freshTable('/');
  const markup = renderToString(table);
  render(table);
  expect(names().slice(0, 3)).toEqual(byName);
  expect(head('Holder').getAttribute('aria-sort')).toBe('ascending');
  const places = byName.map((name) => markup.indexOf(`${name.replaceAll('"', '&quot;')}</th>`));
  expect(places[0]).toBeGreaterThan(0);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

it('keeps clicks and typing while the engine loads, and describes the rows as they are', async () => {
  render(await freshTable('/'));
  fireEvent.click(screen.getByRole('button', { name: 'Shares' }));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'r' } });
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'er' } });
  expect(names()).toEqual([...byName, 'Total']);
  expect(head('Shares').getAttribute('aria-sort')).toBeNull();
  expect(screen.getByText('Sorted by Holder, ascending.')).toBeTruthy();
  expect(screen.getByText('3 holders. Sort and filters are being applied.')).toBeTruthy();
  expect(screen.getByRole('region').getAttribute('aria-busy')).toBe('true');
  await act(async () => arrive());
  await vi.waitFor(() => expect(names()).toEqual(['=HYPERLINK("x")', 'Alder', 'Total shown']));
  expect(head('Shares').getAttribute('aria-sort')).toBe('descending');
  expect(screen.getByText('2 of 3 holders')).toBeTruthy();
});

it('loads the engine once, on pointer enter or a key press, not on focus set by the page', async () => {
  render(await freshTable('/'));
  act(() => screen.getByRole('searchbox').focus());
  expect(fetches).toBe(0);
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'a' });
  fireEvent.click(screen.getByRole('button', { name: 'Shares' }));
  expect(fetches).toBe(1);
});

it('shows no other rows before those requested by the address', async () => {
  render(await freshTable('/?q=birch'));
  expect(screen.queryByRole('table')).toBeNull();
  await act(async () => arrive());
  await vi.waitFor(() => expect(names()).toEqual(['Birch, Joint', 'Total shown']));
});

it('reports when the engine cannot be loaded, keeps the rows, and loads it again', async () => {
  render(await freshTable('/?sort=-shares'));
  await act(async () => fail());
  expect(names()).toEqual([...byName, 'Total']);
  expect(screen.getByRole('alert').textContent).toContain('could not be applied');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await act(async () => arrive());
  await vi.waitFor(() => expect(names()[2]).toBe('Birch, Joint'));
  expect(names()[0]).toBe('=HYPERLINK("x")');
  expect(screen.queryByRole('alert')).toBeNull();
});
