// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiProvider } from '#lib/api/provider';
import type { Wire } from '#lib/api/wire';
import { RecordChanges } from './record-changes.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const paging = { start: 'start', rows: 'numberOfRows', total: 'totalRecords', items: 'changes' };
const wire: Wire = { GetHolderChanges: { method: 'GET', path: '/changes', paging } };

const change = (over: object) => ({
  changedAt: '2026-11-20T17:00:00Z',
  action: 'Update',
  byFirstName: 'Olivia',
  byLastName: 'Park',
  registration: [],
  contact: [],
  ...over,
});

function draw(contact: boolean, totalRecords: number, changes: object[], past = false) {
  vi.stubGlobal('fetch', async () => Response.json({ totalRecords, changes }));
  const of = { issuer: 1001, account: 'H-1', zone: 'America/New_York', today: '2026-11-20' };
  const page = <RecordChanges {...of} contact={contact} past={past} />;
  render(createElement(ApiProvider, { wire, onSignedOut: () => {} } as never, page));
}

const moved = { field: 'primaryAddress.city', before: 'Dayton', after: 'Troy' };

it('says on a past date that changes up to now are listed', async () => {
  draw(true, 1, [change({ contact: [moved] })], true);
  expect(await screen.findByText('Current data, not as of the selected date')).toBeTruthy();
});

it('shows when, by whom and what changed, in the zone of the registry', async () => {
  draw(true, 1, [change({ contact: [moved] })]);
  const item = await screen.findByRole('listitem');
  expect(item.textContent).toContain('Nov 20, 2026, 12:00 PM EST · Changed by Olivia Park');
  expect(item.textContent).toContain('Primary address, city');
  expect(screen.getByText(/from/).parentElement?.textContent).toMatch(/Dayton.*→.*Troy/);
  expect(screen.queryByText(/Your role does not include/)).toBeNull();
});

it('says that a change is left out where the role does not see contact data', async () => {
  const name = { field: 'name', before: 'ANN', after: 'ANNE' };
  draw(false, 2, [change({}), change({ registration: [name] })]);
  const [hidden, shown] = await screen.findAllByRole('listitem');
  expect(hidden?.textContent).toContain('Your role does not include their values.');
  expect(shown?.textContent).not.toContain('Your role');
});

it('loads a long history on request', async () => {
  draw(
    true,
    300,
    Array.from({ length: 100 }, () => change({ registration: [] })),
  );
  expect(await screen.findByText(/The newest 100 of 300 changes\./)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Load the rest' })).toBeTruthy();
});

it('says that nothing is recorded', async () => {
  draw(true, 0, []);
  expect(await screen.findByText('No changes are recorded.')).toBeTruthy();
});
