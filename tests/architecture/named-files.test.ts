import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const documents = globSync(['*.md', '{docs,deploy}/**/*.md']);
const folders = 'app|features|components|lib|registry|demo|tests|e2e|bench|scripts|deploy|docs';
/** A path in code style; with a placeholder such as <operation> or * it names no file. */
const path = new RegExp(`\`((?:${folders})/[\\w./()[\\]-]+)\``, 'g');

test('every file that a document names exists', () => {
  const named = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(path)].map(([, file = '']) => ({ document, file })),
  );
  expect(named.length).toBeGreaterThan(300);
  expect(named.filter(({ file }) => !existsSync(file))).toEqual([]);
});
