// Whether pending and late transactions of the demo are plausible to someone of the trade.

import { expect, test } from 'vitest';
import { businessDaysBetween } from '#lib/format/business-days';
import { demoLastDay } from '../demo.ts';
import { demoBooks } from './demo-books.ts';

const request = demoBooks();

test('of twenty-one pending transactions two are late and say what they wait for', async () => {
  const rows = await request<{ kind: string; received_on: string; comments: string }>(
    `select kind, received_on, comments from txn where status = 'Pending'`,
  );
  const late = rows.filter(
    ({ kind, received_on }) => kind === 'T' && businessDaysBetween(received_on, demoLastDay) > 3,
  );
  expect([rows.length, late.length]).toEqual([21, 2]);
  for (const { comments } of late) expect(comments).toMatch(/^Waits for /);
});
