// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiProvider } from '#lib/api/provider';
import type { Wire } from '#lib/api/wire';
import { AgentOperationsProvider } from '../data/agent-operations.tsx';
import { HolderPicker } from './holder-picker.tsx';
import { TransactionPicker } from './transaction-picker.tsx';

// Fields of forms whose lists are too long to load: the registry searches.
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const paged = (items: string, total: string, start = 'start', rows = 'numberOfRows') => ({
  paging: { start, rows, items, total },
});
const wire: Wire = {
  GetShareholderCapTable: {
    method: 'GET',
    path: '/holdings',
    ...paged('shareholders', 'totalShareholderRecords', 'Start', 'NumberOfRows'),
  },
  GetTAStatusTransactions: { method: 'GET', path: '/transactions', ...paged('transactions', 'totalRecords') },
  SearchRegister: { method: 'GET', path: '/search' },
};

const transaction = (id: number, status = 'Completed') => ({
  ...{ transactionId: id, controlTransactionId: 100_000_000 + id, type: 'Transfer', status },
  ...{ receivedDate: '', completedDate: '', effectiveDate: '2020-03-02' },
  ...{ transferFrom: 'ALDER', issuedTo: 'ZEPHYR TRUST' },
});

function Picker({ of: Field }: { of: typeof HolderPicker }) {
  const [value, setValue] = useState('');
  return <Field name="one" label="One" hint="" issuer={5001} value={value} onChange={setValue} />;
}

/** A register with lists of `total` rows; returns the requests. */
function draw(field: typeof HolderPicker, total: number) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://x');
    const text = url.searchParams.get('text');
    const list = url.pathname.split('/').at(-1);
    asked.push(`${list} ${text ?? ''}`.trim());
    if (list === 'search')
      return Response.json({
        holders: [{ customerShareholderId: 'H-900000', systemShareholderId: 9, name: 'ZEPHYR TRUST' }],
        hasMoreHolders: text === 'ze',
        certificates: [],
        transactions: [transaction(4711), transaction(47_110, 'Pending')],
      });
    if (list === 'transactions')
      return Response.json({ totalRecords: total, transactions: [transaction(9_000_001)] });
    const rows = [{ shareholderCustomerId: 'H-1', shareholderName: 'ALDER', securityType: 'Common' }];
    return Response.json({ totalShareholderRecords: total, shareholders: rows });
  });
  render(
    <ApiProvider wire={wire} onSignedOut={() => undefined}>
      <AgentOperationsProvider operations={['SearchRegister']}>
        <Picker of={field} />
      </AgentOperationsProvider>
    </ApiProvider>,
  );
  return asked;
}
const box = () => screen.getByRole('combobox') as HTMLInputElement;
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });

it('finds a holder of a register that is too large to load', async () => {
  const asked = draw(HolderPicker, 1_000_000);
  type('ze');
  expect(await screen.findByText('More accounts match. Type more of the name.')).toBeTruthy();
  type('zephyr');
  // What was found for the text before is not chosen by Enter.
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(box().value).toBe('zephyr');
  await waitFor(() => expect(box().value).toBe('H-900000'));
  expect(asked.slice(0, 3)).toEqual(['holdings', 'search ze', 'search zephyr']);
  expect(asked.filter((one) => one === 'holdings')).toHaveLength(1);
});

it('finds an early transaction by its number, and only completed ones', async () => {
  const asked = draw(TransactionPicker, 2_000_000);
  type('4711');
  const options = await screen.findAllByRole('option', { name: /No\. 4711/ });
  expect(options).toHaveLength(1);
  expect(screen.getByText('Earlier transactions are found by their full number.')).toBeTruthy();
  fireEvent.click(options[0] as HTMLElement);
  expect(box().value).toBe('100004711');
  expect(asked.filter((one) => one === 'transactions').length).toBeLessThanOrEqual(2);
});

it('searches the holdings of a small register in the browser', async () => {
  const asked = draw(HolderPicker, 1);
  type('ald');
  expect(await screen.findByRole('option', { name: /ALDER/ })).toBeTruthy();
  expect(asked).toEqual(['holdings']);
});
