import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { storeVersion } from './version.ts';

test('readiness looks for the last migration there is', () => {
  const names = readdirSync(new URL('./migrations/', import.meta.url)).sort();
  expect(storeVersion).toBe(names.at(-1));
});
