import { expect, test } from 'vitest';
import { booksClause, booksSentence, firstDayIn, readFirstDay } from './first-day.ts';

test('the first day of the books goes through an address', () => {
  const part = firstDayIn(booksSentence('Kestrel Ridge Inc.', '2026-10-30'));
  expect([part, readFirstDay(part)]).toEqual(['books:2026-10-30', '2026-10-30']);
  expect(booksClause(booksSentence('Kestrel Ridge Inc.', '2026-10-30'))).toBe(
    'the books of Kestrel Ridge Inc. begin on Oct 30, 2026',
  );
});

test('other sentences and parts have none', () => {
  for (const text of [
    '',
    'The registry did not accept these values.',
    'The books of A begin on soon. Earlier days are not known.',
  ])
    expect([firstDayIn(text), booksClause(text)]).toEqual(['', '']);
  for (const part of ['', 'upstream_rejected', 'books:', 'books:2026-13-01'])
    expect(readFirstDay(part)).toBeNull();
});
