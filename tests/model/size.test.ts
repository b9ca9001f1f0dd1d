import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('./naive/', import.meta.url);
const lines = (names: string[]) =>
  names.reduce(
    (all, name) => all + readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n').length,
    0,
  );

// A model worth comparing with stays small enough to be read at one sitting; comments and blank lines count.
test('the naive model of state and rules has at most 400 lines, with all it expects of reads at most 640', () => {
  expect(lines(['register.ts', 'rules.ts'])).toBeLessThanOrEqual(400);
  expect(lines(readdirSync(folder))).toBeLessThanOrEqual(640);
});
