import { expect, test } from 'vitest';
import type { JournalEntry, JournalLine } from '#lib/register/transactions/journal';
import { changesSince } from './visit.ts';

const line = (holder: string, treasury = false) => ({ holder, treasury }) as JournalLine;
const entry = (type: string, canceled: JournalLine[], issued: JournalLine[]) =>
  ({ type, canceled, issued }) as unknown as JournalEntry;

test('accounts are counted once, the issuer itself is not, types are sorted by frequency', () => {
  const entries = [
    entry('Transfer', [line('1')], [line('1'), line('2')]),
    entry('Issue', [], [line('3')]),
    entry('Transfer', [line('2')], [line('9', true)]),
  ];
  expect(changesSince(entries)).toEqual({ transactions: 3, accounts: 3, types: '2 transfers and 1 issue' });
});

test('an entry without a type is a transaction, and no entries give none', () => {
  expect(changesSince([entry('', [], [])]).types).toBe('1 transaction');
  expect(changesSince([])).toEqual({ transactions: 0, accounts: 0, types: '' });
});
