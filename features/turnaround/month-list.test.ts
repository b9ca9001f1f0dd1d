import { expect, test } from 'vitest';
import { monthListCsv } from './month-list.ts';
import { itemForTests as item } from './turnaround-facts-for-tests.ts';

const items = [
  item({ key: '10', number: '7' }),
  item({ key: '9', number: '=1+1', result: 'late', routine: false, counted: false }),
  item({ issuer: 1000, key: '11' }),
  item({ key: '12', received: '2026-11-01' }),
];

test('the list of a month is the same whatever order its items come in', () => {
  const list = monthListCsv('2026-10', items);
  expect(monthListCsv('2026-10', items.toReversed())).toBe(list);
  expect(list.split('\r\n').slice(1, -1)).toEqual([
    '1000,11,1,2026-10-01,2026-10-01,2026-10-06,2026-10-02,,1,On time,Yes,Yes,Completed',
    "1001,9,'=1+1,2026-10-01,2026-10-01,2026-10-06,2026-10-02,,1,Late,No,No,Completed",
    '1001,10,7,2026-10-01,2026-10-01,2026-10-06,2026-10-02,,1,On time,Yes,Yes,Completed',
  ]);
});

test('another answer about one item gives another list', () => {
  const [first, ...others] = items;
  const changed = [{ ...first!, completed: '2026-10-05' }, ...others];
  expect(monthListCsv('2026-10', changed)).not.toBe(monthListCsv('2026-10', items));
});
