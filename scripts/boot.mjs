// Runs before every npm script, on any Node version: installs the exact lockfile if needed, so that a fresh
// clone needs only Node and npm. Imports nothing from node_modules.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const stampFile = 'node_modules/.sharebook-stamp';
const request = createHash('sha256')
  .update(readFileSync('package-lock.json'))
  .update(`${process.platform}-${process.arch}`)
  .digest('hex');

const have = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
if (have !== request) {
  console.log('Installing packages (once, and again only when package-lock.json changes)…');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { stdio: 'inherit' })
    : spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (result.status !== 0) process.exit(result.status ?? 1);
  writeFileSync(stampFile, request);
}
