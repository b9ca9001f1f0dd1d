import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBinaries } from './embedded/binaries.ts';
import { withLock } from './lock.ts';

// Each program enters repeatedly, writes a file inside, and sometimes kills itself there with kill -9.
const program = `
  const { readFileSync, rmSync, writeFileSync } = await import('node:fs');
  const { withLock } = await import(process.argv[1]);
  const { pause, processIdentity } = await import(process.argv[2]);
  const mark = process.argv[3] + '.inside';
  for (let round = 0; round < 25; round += 1) {
    await withLock(process.argv[3], async () => {
      let other = 0;
      try { other = Number(readFileSync(mark, 'utf8')); } catch {}
      if (other && other !== process.pid && processIdentity(other) !== undefined) console.log('TWO INSIDE');
      writeFileSync(mark, String(process.pid));
      await pause(Math.random() * 4);
      if (Math.random() < 0.15) process.kill(process.pid, 'SIGKILL');
      console.log('entered');
      rmSync(mark);
    });
  }`;

test('processes that die with the lock never allow two holders', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sharebook-lock-'));
  try {
    const path = join(folder, 'start.lock');
    const modules = ['./lock.ts', './processes.ts'].map((name) => new URL(name, import.meta.url).href);
    const run = () =>
      new Promise<string>((resolve) => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', program, ...modules, path]);
        let output = '';
        child.stdout.on('data', (chunk) => {
          output += chunk;
        });
        child.on('close', () => resolve(output));
      });
    const outputs = await Promise.all(Array.from({ length: 14 }, run));
    expect(outputs.join('')).toContain('entered');
    expect(outputs.join('')).not.toContain('TWO INSIDE');
    expect(await withLock(path, async () => 'in')).toBe('in');
    rmSync(`${path}.inside`, { force: true });
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('an error while holding the lock releases it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sharebook-lock-'));
  const path = join(folder, 'start.lock');
  await expect(withLock(path, () => Promise.reject(new Error('inside')))).rejects.toThrow('inside');
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

test('a machine without server programs gets a message to configure a server', () => {
  const { arch } = process;
  Object.defineProperty(process, 'arch', { value: 'pdp11' });
  try {
    expect(findBinaries).toThrow('set REGISTRY_DATABASE_URL and DATABASE_URL to a PostgreSQL server');
  } finally {
    Object.defineProperty(process, 'arch', { value: arch });
  }
});
