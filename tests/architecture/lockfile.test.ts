import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Entry = { optionalDependencies?: Record<string, string>; hasInstallScript?: boolean; resolved?: string };

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;

test('the lockfile has an entry for every platform package, so that npm ci works on every platform', () => {
  const have = new Set(Object.keys(lock.packages).map((path) => path.split('node_modules/').pop()));
  const missing = Object.values(lock.packages)
    .flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
    .filter((name) => !have.has(name));
  expect(missing).toEqual([]);
});

test('the lockfile names no host', () => {
  expect(Object.values(lock.packages).filter((entry) => entry.resolved?.startsWith('http'))).toEqual([]);
});

test('every version is pinned exactly', () => {
  const loose = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.entries(manifest[kind] ?? {}).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
  );
  expect(loose).toEqual([]);
});

test('every direct dependency is listed in docs/decisions/dependencies.md', () => {
  const text = readFileSync('docs/decisions/dependencies.md', 'utf8');
  const silent = ['dependencies', 'devDependencies'].flatMap((kind) =>
    Object.keys(manifest[kind] ?? {}).filter((name) => !text.includes(`\`${name}\``)),
  );
  expect(silent).toEqual([]);
});

test('the number of direct runtime dependencies is limited', () => {
  expect(Object.keys(manifest.dependencies ?? {}).length).toBeLessThanOrEqual(30);
});
