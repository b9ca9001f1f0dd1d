import { expect, test } from 'vitest';
import type { Item } from '../item.ts';
import { approvalChanges } from './approval.ts';

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
const itemOf = (contentDigest: string, content: Partial<Item['content']> = {}) =>
  ({ digest: contentDigest, content }) as Item;
const changesOf = (contentDigest: string) =>
  approvalChanges(approval, itemOf(contentDigest), { issuer: 'Active' }, now);

test('another content makes an approval void, and its digests are not shown', () => {
  expect(changesOf(digest)).toEqual([]);
  expect(changesOf(other)).toEqual([{ field: 'content', before: 'as approved', after: 'changed since' }]);
});

test.each([
  ['2026-11-27', undefined, false],
  ['2026-11-30', undefined, true],
  ['2026-11-30', '2026-12-01', false],
  ['2026-12-07', '2026-12-01', false],
  ['2026-12-08', '2026-12-01', true],
  ['2026-11-30', '2026-11-01', true],
])('on %s, of an item effective %s, its age makes it void: %s', (today, effectiveDate, isVoid) => {
  const item = itemOf(digest, { effectiveDate });
  const changes = approvalChanges(approval, item, { issuer: 'Active' }, { ...now, today });
  expect(changes.some((one) => one.field === 'age')).toBe(isVoid);
});
