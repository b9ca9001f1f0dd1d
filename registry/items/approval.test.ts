import { expect, test } from 'vitest';
import { approvalChanges } from './approval.ts';
import type { Item } from './item.ts';

const [digest, other] = ['a'.repeat(64), 'b'.repeat(64)];
const approval = {
  number: 2,
  at: '2026-11-20T15:00:00.000Z',
  by: { email: 'a@x.example', firstName: 'A', lastName: 'B' },
  digest,
  facts: { issuer: 'Active' },
  voidBecause: null,
};
const now = { today: '2026-11-20', timeZone: 'America/New_York' };
const changesOf = (contentDigest: string) =>
  approvalChanges(approval, { digest: contentDigest } as Item, { issuer: 'Active' }, now);

test('another content makes an approval void, and its digests are not shown', () => {
  expect(changesOf(digest)).toEqual([]);
  expect(changesOf(other)).toEqual([{ field: 'content', before: 'as approved', after: 'changed since' }]);
});
