import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('./naive/', import.meta.url);
const linesOf = (name: string) => readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n').length;
const linesOfAll = (names: readonly string[]) => names.reduce((all, name) => all + linesOf(name), 0);
/** Items of the work queue. */
const items = ['items.ts', 'addresses.ts', 'corrections.ts'];
/** Positions of nominees. */
const positions = ['positions.ts'];

// The model must stay small enough to be read in one go; comments and blank lines count.
test('the naive model of the interface, expected reads included, has at most 425 lines', () => {
  const apart = [...items, ...positions];
  expect(linesOfAll(readdirSync(folder).filter((name) => !apart.includes(name)))).toBeLessThanOrEqual(425);
});

test('the items of the work queue add at most 375 lines to it', () => {
  expect(linesOfAll(items)).toBeLessThanOrEqual(375);
});

test('positions of nominees add at most 85 lines to it', () => {
  expect(linesOfAll(positions)).toBeLessThanOrEqual(85);
});
