import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('./naive/', import.meta.url);
const linesOf = (name: string) => readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n').length;
const linesOfAll = (names: readonly string[]) => names.reduce((all, name) => all + linesOf(name), 0);
/** Items of the work queue. */
const items = ['items.ts', 'addresses.ts', 'corrections.ts'];

// The model must stay small enough to be read in one go; comments and blank lines count.
test('the naive model of the interface, expected reads included, has at most 410 lines', () => {
  expect(linesOfAll(readdirSync(folder).filter((name) => !items.includes(name)))).toBeLessThanOrEqual(410);
});

test('the items of the work queue add at most 340 lines to it', () => {
  expect(linesOfAll(items)).toBeLessThanOrEqual(340);
});
