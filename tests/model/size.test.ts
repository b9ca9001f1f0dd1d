import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('./naive/', import.meta.url);
const linesOf = (name: string) => readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n').length;

// The model must stay small enough to be read in one go; comments and blank lines count.
test('the naive model, expected reads included, has at most 400 lines', () => {
  expect(readdirSync(folder).reduce((all, name) => all + linesOf(name), 0)).toBeLessThanOrEqual(400);
});
