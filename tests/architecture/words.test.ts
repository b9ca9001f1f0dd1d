import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// The words of screens are those of docs/words.md.

const table = readFileSync('docs/words.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!Word|---)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

const former = table.flatMap(([, word = '', , not = '']) =>
  [...not.matchAll(/`([^`]+)`/g)].map(([, text = '']) => ({ word, text })),
);

/** Files with texts of screens, without tests and without their comments. */
const files = ['app', 'features', 'components', 'lib/register', 'lib/reports', 'lib/proof', 'lib/format']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({
    file,
    text: readFileSync(file, 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^\s*\/\/.*$/gm, ''),
  }));

/** The text as words of their own; one with a capital only so, one without in any case. */
const isIn = (text: string, words: string): boolean => {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1))
    if (!/\w/.test(text[at - 1] ?? ' ') && !/[\w(:.]/.test(text[at + words.length] ?? ' ')) return true;
  return false;
};

test('the table lists former texts', () => {
  expect(former.length).toBeGreaterThan(40);
  expect(files.length).toBeGreaterThan(400);
});

test.each(former)('no screen says "$text"', ({ text }) => {
  expect(files.filter((one) => isIn(one.text, text)).map(({ file }) => file)).toEqual([]);
});
