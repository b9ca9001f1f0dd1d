import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { storeVersion } from './version.ts';

test('readiness checks for the latest migration', () => {
  const names = readdirSync(new URL('./migrations/', import.meta.url)).sort();
  expect(storeVersion).toBe(names.at(-1));
});
