// Builds the dashboard unless its sources are unchanged since the last build.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '#lib/postgres/lock';
import { hintScripts } from './compile-hint.ts';
import { writeStaticErrorPage } from './static-error-page.ts';

const FOLDERS = ['app', 'features', 'components', 'lib', 'public'];
const FILES = [
  'package-lock.json',
  'package.json',
  'next.config.mjs',
  'tailwind.config.ts',
  'tsconfig.json',
  'proxy.ts',
  'instrumentation.ts',
  'scripts/compile-hint.ts',
  'scripts/static-error-page.ts',
];
const STAMP = '.next/sharebook-build';

/** Digest of everything the dashboard's build reads, without the tests beside the code. */
function sourceDigest(): string {
  const hash = createHash('sha256');
  const visit = (path: string) => {
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const child = join(path, entry.name);
      if (entry.isDirectory()) visit(child);
      else if (!/\.test\.tsx?$/.test(entry.name)) hash.update(child).update(readFileSync(child));
    }
  };
  for (const folder of FOLDERS) if (existsSync(folder)) visit(folder);
  for (const file of FILES) if (existsSync(file)) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

const isBuilt = (request: string) =>
  existsSync('.next/BUILD_ID') && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === request;

/**
 * Builds the dashboard unless the last build was made from the same sources; `signal` aborts a build. If
 * several processes need a build at once, one builds and the others wait.
 */
export async function buildIfNeeded(signal?: AbortSignal): Promise<void> {
  const request = sourceDigest();
  if (isBuilt(request)) return;
  mkdirSync('.cache', { recursive: true });
  await withLock('.cache/build.lock', async () => {
    if (!isBuilt(request)) await build(request, signal);
  });
}

async function build(request: string, signal?: AbortSignal): Promise<void> {
  console.log('Building the dashboard (only when its sources change)…');
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
  });
  // An abort by `signal` also raises an error here; only the exit status below counts.
  child.on('error', () => undefined);
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number>((done) => child.on('close', (status) => done(status ?? 1)));
  if (code !== 0) {
    process.stderr.write(output);
    throw new Error('The dashboard did not build; the reason is above.');
  }
  writeStaticErrorPage();
  hintScripts();
  writeFileSync(STAMP, request);
}

if (import.meta.main) {
  await buildIfNeeded().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
