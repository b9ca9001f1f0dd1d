import { expect, test } from 'vitest';
import type { ItemRow } from '../item-row.ts';
import { maySteps, nextRow, type StepName, stepNames, steps } from './steps.ts';

const row = (itemId: number, version: number, stage = 'Entered') =>
  ({ itemId, version, customerIssuerId: 1001, stage }) as ItemRow;

test('after a step the next item that was not done is current, at the end of the list the last one', () => {
  const rows = [row(1, 1), row(2, 1), row(3, 1), row(4, 1)];
  const after = (index: number, current: number, done: number[], name: StepName = 'post') =>
    nextRow(rows, index, `1001-${current}`, { name, done: new Set(done.map((id) => `1001-${id}`)) })?.itemId;
  expect(after(1, 2, [2])).toBe(3);
  expect(after(1, 2, [2, 3])).toBe(4);
  expect(after(3, 4, [4])).toBe(3);
  expect(after(0, 1, [1, 2, 3, 4])).toBeUndefined();
  // The current item was refused, or the step leaves work on it: it stays.
  expect(after(1, 2, [3])).toBeUndefined();
  expect(after(1, 2, [2], 'take')).toBeUndefined();
});

test('each step has a key of its own that no other part of the product uses', () => {
  const keys = stepNames.map((name) => steps[name].key);
  expect(new Set(keys).size).toBe(keys.length);
  for (const taken of ['t', 'g', 'j', 'k', 'n', 'e', 'x', '/', '?']) expect(keys).not.toContain(taken);
  expect(maySteps('Ready')).toContain('post');
  expect(maySteps('Posted')).toEqual([]);
});
