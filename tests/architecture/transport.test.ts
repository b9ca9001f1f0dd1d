import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import config from '../../next.config.mjs';

const tests = /(\.test\.tsx?|-for-tests\.ts)$/;
const product = [
  ...['app', 'features', 'components', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  ),
  'proxy.ts',
  'instrumentation.ts',
  'server.ts',
  'next.config.mjs',
].filter((path) => /\.(tsx?|mjs)$/.test(path) && !tests.test(path));

const matching = (pattern: RegExp, but: readonly string[] = []) =>
  product.filter((file) => !but.includes(file) && pattern.test(readFileSync(file, 'utf8')));

// Code that reads a secret can leak it, so only one file reads the environment. Exceptions: the PostgreSQL
// launcher passes the environment to the server, and start-up reads the framework's runtime variable.
test('the environment is read in one file, in any spelling', () => {
  const allowed = ['lib/env.ts', 'lib/postgres/embedded/run-mode.ts', 'instrumentation.ts'];
  expect(matching(/process\s*(\?\.|\.)\s*env|process\s*\[|['"](node:)?process['"]/, allowed)).toEqual([]);
  expect(matching(/process\.env(?!\.NEXT_RUNTIME)/).filter((file) => file === 'instrumentation.ts')).toEqual(
    [],
  );
});

test('no variable is exposed to the browser or written into the build', () => {
  expect(matching(/NEXT_PUBLIC_/)).toEqual([]);
  expect(config).not.toHaveProperty('env');
  expect(config).not.toHaveProperty('publicRuntimeConfig');
});

test('the framework rewrites no requests, optimizes no images and has no Server Actions', () => {
  for (const name of ['rewrites', 'redirects', 'assetPrefix', 'basePath', 'i18n', 'experimental'])
    expect(config).not.toHaveProperty(name);
  expect(config).toMatchObject({ images: { unoptimized: true }, poweredByHeader: false });
  expect(matching(/['"]use server['"]|NextResponse\.rewrite|next\/image/)).toEqual([]);
});

// The content policy blocks style attributes in the server's HTML: use classes, or CSSOM in the browser. The layout has the
// only script of our own, which must run before all others.
test('no markup has inline styles, handlers or raw HTML', () => {
  const jsx = matching(/\s(style|dangerouslySetInnerHTML)=\{|<(style|script)[\s>]|\.innerHTML\b/);
  expect(jsx.filter((file) => file.endsWith('.tsx') && file !== 'app/layout.tsx')).toEqual([]);
});
