import { expect, test } from 'vitest';
import { type ItemRow, itemKey } from './item-row.ts';
import { mergeRows, newestVersion } from './merge-changes.ts';

const row = (itemId: number, version: number, stage = 'Entered') =>
  ({ itemId, version, customerIssuerId: 1001, stage }) as ItemRow;
const byKey = (...rows: ItemRow[]) => new Map(rows.map((one) => [itemKey(one), one]));

test('later versions replace rows in place, older ones do not, and new items are added', () => {
  const rows = [row(1, 2), row(2, 5)];
  const merged = mergeRows(rows, byKey(row(1, 3), row(2, 4), row(3, 1)), () => true);
  expect(merged.map(({ itemId, version }) => [itemId, version])).toEqual([
    [1, 3],
    [2, 5],
    [3, 1],
  ]);
  const open = mergeRows(rows, byKey(row(1, 3, 'Posted')), ({ stage }) => stage !== 'Posted');
  expect(open.map(({ itemId }) => itemId)).toEqual([2]);
});

test('an open item that has left the rows is shown in its newest version', () => {
  const opened = row(1, 2, 'Ready');
  expect(newestVersion(opened, [], byKey(row(1, 3, 'Posted')))).toEqual(row(1, 3, 'Posted'));
  expect(newestVersion(opened, [row(1, 4)], byKey(row(1, 3)))).toEqual(row(1, 4));
  expect(newestVersion(opened, [], byKey(row(2, 9)))).toBe(opened);
});
