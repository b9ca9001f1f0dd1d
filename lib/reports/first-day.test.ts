import { expect, test } from 'vitest';
import { booksSentence, firstDayIn, readFirstDay } from './first-day.ts';

test('the first day of the books goes through an address', () => {
  const part = firstDayIn(booksSentence('Kestrel Ridge Inc.', '2026-10-30'));
  expect([part, readFirstDay(part)]).toEqual(['books:2026-10-30', '2026-10-30']);
});

test('other sentences and parts have none', () => {
  for (const text of [
    '',
    'The registry did not accept these values.',
    'The books of A begin on soon. Earlier days are not known.',
  ])
    expect(firstDayIn(text)).toBe('');
  for (const part of ['', 'upstream_rejected', 'books:', 'books:2026-13-01'])
    expect(readFirstDay(part)).toBeNull();
});
