// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiProvider } from '#lib/api/provider';
import type { Wire } from '#lib/api/wire';
import { AgentOperationsProvider } from '../data/agent-operations.tsx';
import { HolderPicker } from './holder-picker.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const paging = {
  start: 'Start',
  rows: 'NumberOfRows',
  items: 'shareholders',
  total: 'totalShareholderRecords',
};
const wire: Wire = {
  GetShareholderCapTable: { method: 'GET', path: '/cap', paging },
  SearchRegister: { method: 'GET', path: '/search' },
};

function Picker() {
  const [value, setValue] = useState('');
  return (
    <HolderPicker name="account" label="Account" hint="" issuer={5001} value={value} onChange={setValue} />
  );
}

/** A register of `total` holdings; returns the requests. */
function draw(total: number, offered: readonly 'SearchRegister'[]) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://x');
    asked.push(`${url.pathname.split('/').at(-1)} ${url.searchParams.get('text') ?? ''}`.trim());
    if (url.pathname.endsWith('/search'))
      return Response.json({
        holders: [{ customerShareholderId: 'H-900000', systemShareholderId: 9, name: 'ZEPHYR TRUST' }],
        hasMoreHolders: url.searchParams.get('text') === 'ze',
        certificates: [],
        transactions: [],
      });
    const rows = [{ shareholderCustomerId: 'H-1', shareholderName: 'ALDER', securityType: 'Common' }];
    return Response.json({ totalShareholderRecords: total, shareholders: rows });
  });
  render(
    <ApiProvider wire={wire} onSignedOut={() => undefined}>
      <AgentOperationsProvider operations={offered}>
        <Picker />
      </AgentOperationsProvider>
    </ApiProvider>,
  );
  return asked;
}
const type = (text: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value: text } });

it('lets the registry search a register that is too large to load', async () => {
  const asked = draw(1_000_000, ['SearchRegister']);
  type('ze');
  expect(await screen.findByText('More accounts match. Type more of the name.')).toBeTruthy();
  type('zephyr');
  // What was found for the text before is not chosen by Enter.
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
  expect((screen.getByRole('combobox') as HTMLInputElement).value).toBe('zephyr');
  await waitFor(() => expect((screen.getByRole('combobox') as HTMLInputElement).value).toBe('H-900000'));
  expect(asked.slice(0, 3)).toEqual(['cap', 'search ze', 'search zephyr']);
  expect(asked.filter((one) => one === 'cap')).toHaveLength(1);
});

it('searches the holdings of a small one itself', async () => {
  const asked = draw(1, ['SearchRegister']);
  type('ald');
  expect(await screen.findByRole('option', { name: /ALDER/ })).toBeTruthy();
  expect(asked).toEqual(['cap']);
});
