import { expect, test } from 'vitest';
import { itemContent } from '#lib/contract/agent/content';
import { withKeptTaxIds } from './kept-tax-ids.ts';

const registration = (account: string, primaryTaxId: string | null) => ({
  customerShareholderId: account,
  name: 'Ada Quill',
  sortName: 'Quill, Ada',
  primaryPayeeName: null,
  primaryTaxId,
  primaryTaxIdType: 'SSN',
  primaryAddress: {
    address1: '1 Elm St',
    city: 'Albany',
    state: 'NY',
    postalCode: '12207',
    country2Code: 'US',
  },
});

const content = (more: object) =>
  itemContent.parse({ kind: 'Transfer', receivedAt: '2026-11-20', channel: 'Mail', ...more });
const stored = content({
  lines: [
    { shareholder: registration('S-1', '912450123') },
    { shareholder: registration('S-2', '912450124') },
  ],
  depository: { service: 'DRS', taxId: '912-45-0125' },
});

test('a tax ID that stays is that of the same registration, wherever its line is now', () => {
  const given = content({
    lines: [{ shareholder: registration('S-2', null) }],
    depository: { service: 'DRS', taxId: '*****0125' },
  });
  const kept = ['lines[0].shareholder.primaryTaxId', 'depository.taxId'];
  const { content: whole, missing } = withKeptTaxIds(given, stored, kept);
  expect(whole.lines[0]?.shareholder?.primaryTaxId).toBe('912450124');
  expect(whole.depository?.taxId).toBe('912-45-0125');
  expect(missing).toEqual([]);
});

test('without one on file the path is named, and other paths are not read', () => {
  const given = content({ lines: [{ shareholder: registration('S-3', null) }] });
  const paths = ['lines[0].shareholder.primaryTaxId', 'search.terms', 'comments'];
  expect(withKeptTaxIds(given, stored, paths).missing).toEqual(paths);
});
