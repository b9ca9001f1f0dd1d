import { expect, test } from 'vitest';
import type { ItemRow } from '../item-row.ts';
import { judge, warningsOf } from './step-items.tsx';

const item = (itemId: number, more: Partial<ItemRow> = {}) =>
  ({
    itemId,
    displayTransactionId: itemId,
    enteredBy: 'clerk@harborline.example',
    approvedBy: null,
    ...more,
  }) as ItemRow;
const check = (...obstacles: object[]) => ({ obstacles, effect: null }) as never;
const warns = (code: string, message: string) => ({ code, message, effect: 'Warns', isCleared: false });
const holds = { code: 'documentMissing', message: 'Missing: letters.', effect: 'Holds', isCleared: false };
const me = 'operator@harborline.example';
const none: ReadonlySet<string> = new Set();

test('who entered an item cannot approve it, in whatever letter case, but can post it', () => {
  const given = { me: 'Clerk@Harborline.example', read: none };
  expect(judge(item(1), check(), { ...given, name: 'approve' }).because).toMatch(/You entered it/);
  expect(judge(item(1), check(), { ...given, name: 'post' }).because).toBeNull();
});

test('what holds leaves an item out unless it is cleared; a warning until it is read', () => {
  const of = (read: ReadonlySet<string>, ...obstacles: object[]) =>
    judge(item(1), check(...obstacles), { name: 'approve', me, read }).because;
  expect(of(none, holds)).toBe('Missing: letters.');
  expect(of(none, { ...holds, isCleared: true })).toBeNull();
  expect(of(none, warns('taxWaiver', 'W'))).toMatch(/not ticked/);
  expect(of(new Set(['taxWaiver']), warns('taxWaiver', 'W'))).toBeNull();
  // The registry asks for a warning that a document has cleared as well.
  expect(of(none, { ...warns('taxWaiver', 'W'), isCleared: true })).toMatch(/not ticked/);
});

test('warnings of an approved item are not asked again when it is posted', () => {
  const approved = item(1, { approvedBy: 'operator@harborline.example' });
  const judged = judge(approved, check(warns('taxWaiver', 'W')), { name: 'post', me, read: none });
  expect(judged.because).toBeNull();
  expect(warningsOf([judged], 'post')).toEqual([]);
});

test('a text that several items have is asked once, with their numbers', () => {
  const judged = [1, 2].map((id) =>
    judge(item(id), check(warns('a', 'First'), ...(id === 2 ? [warns('b', 'Second')] : [])), {
      name: 'approve',
      me,
      read: none,
    }),
  );
  expect(warningsOf(judged, 'approve')).toEqual([
    { code: 'a', text: 'First', numbers: ['1', '2'] },
    { code: 'b', text: 'Second', numbers: ['2'] },
  ]);
});
