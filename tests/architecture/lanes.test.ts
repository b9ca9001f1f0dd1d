import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { textOf } from './imports.ts';

/** The long lane takes tests by their tag: a file without it would never run. */
test('every file of the long lane has its tag', () => {
  const files = ['tests', 'lib', 'registry', 'demo', 'features'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.long.test.ts'))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  );
  expect(files.length).toBeGreaterThan(20);
  const isTagged = (text: string) =>
    text.startsWith('/** @module-tag long */') || /tags: \['(long|scaled)'\]/.test(text);
  expect(files.filter((file) => !isTagged(textOf(file)))).toEqual([]);
});

/** Such a file would change the modules of the files after it in the same process (vitest.config.ts). */
test('no file that shares its process replaces a module', () => {
  const folders = ['tests/registry', 'tests/database', 'tests/ledger', 'tests/model', 'registry', 'demo'];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  );
  expect(files.length).toBeGreaterThan(60);
  expect(files.filter((file) => /\bvi\.mock\(/.test(textOf(file)))).toEqual([]);
});
