import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Pattern, patternsIn, productFiles, steepness } from './patterns.ts';

// The time of a pattern must grow no faster than its input: otherwise an input can keep the process busy. What
// to do when this fails: docs/adding.md, "A pattern".

/** Patterns built at run time, by file: how many, and what keeps them linear. Justify a new one here. */
const madeAtRunTime: Record<string, { count: number; why: string }> = {
  'lib/gateway/response/redact-text.ts': {
    count: 1,
    why: 'alternatives of escaped texts of the configuration, no repetition',
  },
};

/** Patterns the checker reports although they are linear or bounded; none at present. */
const exempt: Record<string, string> = {};

const fourAtOnce = async <T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < all.length; at = next++) results[at] = await work(all[at] as T);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return results;
};

async function errorsOf(files: readonly { file: string; text: string }[]): Promise<string[]> {
  const places = new Map<string, { pattern: Pattern; at: string[] }>();
  const faults: string[] = [];
  for (const { file, text } of files) {
    const { patterns, made } = patternsIn(file, text);
    for (const pattern of patterns) {
      const key = `/${pattern.source}/${pattern.flags}`;
      const place = places.get(key) ?? { pattern, at: [] };
      places.set(key, place);
      place.at.push(`${file}:${pattern.line}`);
    }
    if (made.length !== (madeAtRunTime[file]?.count ?? 0))
      faults.push(
        ...made.map(({ text: code, line }) => `${file}:${line} makes a pattern at run time: ${code}`),
      );
  }
  const found = await fourAtOnce([...places], async ([key, { pattern, at }]) => {
    const steep = Object.hasOwn(exempt, key) ? null : await steepness(pattern);
    return steep && `${at.join(' ')} ${key} ${steep}`;
  });
  return [...faults, ...found.filter((fault) => fault !== null)];
}

test('every regular expression of the product takes linear time', { timeout: 300_000 }, async () => {
  const files = productFiles().map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  expect(files.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['proxy.ts', 'instrumentation.ts', 'scripts/start.mjs', 'lib/audit/log-guard.ts']),
  );
  expect(await errorsOf(files)).toEqual([]);
  for (const [file, { count }] of Object.entries(madeAtRunTime))
    expect([file, patternsIn(file, readFileSync(file, 'utf8')).made.length]).toEqual([file, count]);
});

const mail = String.raw`[^\s@]+@[^\s@]+\.[^\s@]+`;

test.each([
  ['exponential', 'x.ts', 'export const a = /^(a+)+$/;'],
  ['polynomial at the end', 'proxy.ts', String.raw`const end = (t: string) => t.replace(/\s+$/, '');`],
  ['polynomial from every place', 'scripts/x.mjs', `const a = t.match(/${mail}/g);`],
  ['in markup', 'x.tsx', String.raw`const A = () => <p title="x">{t.replace(/\/+$/u, '')}</p>;`],
  ['an attribute', 'x.tsx', 'const A = () => <input pattern="(a|a)*" />;'],
  ['a text', 'x.ts', String.raw`const a = new RegExp("\\s+$", 'i');`],
  ['a call', 'x.ts', 'const a = RegExp(`(?:a|a)*b`);'],
  ['raw text', 'x.ts', 'const a = new RegExp(String.raw`\\d+\\w+$`);'],
  ['a sum', 'x.ts', "const head = '(x+'; const a = new RegExp(head + 'x+)+y');"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
  ['a constant in a template', 'x.ts', 'const word = /(?:a|a)+/.source; const a = new RegExp(`^${word}$`);'],
  [
    'a copy with other flags',
    'x.ts',
    'const word = /^\\s+$/; const a = new RegExp(word, "m"); const b = /a\\s+$/; /\\s+$/.test(t);',
  ],
  ['a text that a method makes one of', 'x.ts', String.raw`const a = t.search('\\s+$');`],
  ['a schema', 'x.ts', `const a = z.string().regex(/^(?:[a-z0-9]+-?)+$/i);`],
  ['sets', 'x.ts', String.raw`const a = /[\p{L}]+\d/v;`],
  ['sticky', 'x.ts', 'const a = /(?:a+)+b/y;'],
  ['cubic', 'x.ts', String.raw`const a = /^\s*\d*\d*\d*$/;`],
])('a slow pattern is detected: %s', { timeout: 60_000 }, async (_name, file, text) => {
  const faults = await errorsOf([{ file, text }]);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(new RegExp(`^${file}:1 /.*(polynomial|exponential).* attacked by `));
});

test.each([
  'const a = new RegExp(given);',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
  'const a = RegExp(`^${given}$`);',
  'const a = new globalThis.RegExp(given);',
  'const Make = RegExp; const a = new Make(given);',
  'const a = Reflect.construct(RegExp, [given]);',
  "const word = 'x'; function f(word) { return new RegExp(word); }",
  "function f() { const word = 'x'; } function g() { const word = given(); return new RegExp(word); }",
  'const a = new (RegExp as never)(given);',
])('a pattern created at run time is detected: %s', async (text) => {
  const faults = await errorsOf([{ file: 'x.ts', text }]);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(/^x\.ts:1 makes a pattern at run time/);
});

test('other text and linear patterns are accepted', async () => {
  const text = `
    const a = (value: RegExp | string) => value instanceof RegExp;
    const b = /^[a-z]+$/i.test(t) && new RegExp('^a+b').test(t) && url.search === '?' && all.search(word);
    const c = t.replace(/[^\\s]+/g, f).split(/,/);
  `;
  expect(await errorsOf([{ file: 'x.ts', text }])).toEqual([]);
});
