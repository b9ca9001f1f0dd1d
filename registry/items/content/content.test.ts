import { expect, test } from 'vitest';
import { itemContent } from '#lib/contract/agent/content';
import { issuePurposes, retirePurposes } from '#lib/contract/agent/purposes';
import { issueKinds, retireKinds } from '#registry/ledger/core/sub-kinds';
import { contentChanges } from './content.ts';

const content = (more: object) =>
  itemContent.parse({ kind: 'Transfer', receivedAt: '2026-11-20', channel: 'Mail', ...more });
const search = { number: 1, searchedOn: '2026-11-10', service: 'S', result: 'NotFound' };

test('the texts of changes have no full tax ID', () => {
  const changes = contentChanges(
    content({
      depository: { service: 'DRS', taxId: '98-7654321' },
      search: { ...search, by: 'TaxId', terms: '123456789' },
    }),
    content({
      depository: { service: 'DRS', taxId: '4321' },
      search: { ...search, by: 'Name', terms: 'Ann' },
    }),
  );
  expect(changes).toMatchObject([
    {
      field: 'depository',
      before: expect.stringContaining('"•••••4321"'),
      after: expect.stringContaining('"•••••"'),
    },
    {
      field: 'search',
      before: expect.stringContaining('"•••••6789"'),
      after: expect.stringContaining('"Ann"'),
    },
  ]);
  expect(JSON.stringify(changes)).not.toMatch(/98-?7654321|123456789/);
});

test('the purposes that the entry form offers are those of the ledger', () => {
  expect(issuePurposes).toEqual(issueKinds);
  expect(retirePurposes).toEqual(retireKinds);
});
