import { expect, test } from 'vitest';
import {
  cutoffText,
  dueText,
  type ItemRow,
  itemKey,
  maySteps,
  mergeRows,
  minutesToCutoff,
  newestVersion,
  obstacleTitle,
  stepNames,
  steps,
} from './model.ts';

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

test('the due day in words; holidays do not count as late days', () => {
  expect(dueText('2026-11-24', '2026-11-24').text).toBe('Due today');
  expect(dueText('2026-11-24', '2026-11-23').text).toBe('Due Nov 24');
  expect(dueText('2026-11-25', '2026-11-27').text).toBe('Overdue by 1 business day');
  expect(dueText(null, '2026-11-27').text).toBe('–');
});

test('the cut-off counts on the clock of the registry', () => {
  const at = Date.parse('2026-11-23T20:15:00Z');
  expect(minutesToCutoff(at, 'America/New_York', '16:00')).toBe(45);
  expect(minutesToCutoff(at, 'UTC', '16:00')).toBe(-255);
  expect(cutoffText(65)).toBe('1 h 5 min to the cut-off');
  expect(cutoffText(-1)).toBe('Cut-off has passed');
});

test('each step has a key of its own that no other part of the product uses', () => {
  const keys = stepNames.map((name) => steps[name].key);
  expect(new Set(keys).size).toBe(keys.length);
  for (const taken of ['t', 'g', 'j', 'k', 'n', 'e', 'x', '/', '?']) expect(keys).not.toContain(taken);
  expect(maySteps('Ready')).toContain('post');
  expect(maySteps('Posted')).toEqual([]);
});

test('the name of an obstacle comes from its code', () => {
  expect(obstacleTitle('notOutstanding')).toBe('Not outstanding');
});
