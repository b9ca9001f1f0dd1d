import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('./naive/', import.meta.url);
const linesOf = (name: string) => readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n').length;
const allLines = () => readdirSync(folder).reduce((all, name) => all + linesOf(name), 0);

// The model must stay small enough to be read in one go; comments and blank lines count.
test('the naive model of the interface, expected reads included, has at most 400 lines', () => {
  expect(allLines() - linesOf('items.ts')).toBeLessThanOrEqual(400);
});

test('the items of the work queue add at most 100 lines to it', () => {
  expect(linesOf('items.ts')).toBeLessThanOrEqual(100);
});
