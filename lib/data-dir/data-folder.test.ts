import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataFolder } from './data-folder.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('is created for its owner only, whatever the umask, with every folder on the way', () => {
  const before = process.umask(0);
  try {
    openDataFolder(join(folder, 'two', 'levels'));
  } finally {
    process.umask(before);
  }
  expect([modeOf(join(folder, 'two')), modeOf(join(folder, 'two', 'levels'))]).toEqual([0o700, 0o700]);
});

test.each([0o755, 0o770, 0o701])('mode %o is restricted to the owner, with one log line', (mode) => {
  const path = join(folder, 'open');
  mkdirSync(path);
  chmodSync(path, mode);
  const text: string[] = [];
  openDataFolder(path, (line) => text.push(line));
  openDataFolder(path, (line) => text.push(line));
  expect(modeOf(path)).toBe(0o700);
  expect(text).toEqual([
    `The data folder ${path} was open to other accounts; it is closed to them now (mode 0700).`,
  ]);
});

test.runIf(process.platform === 'linux')('a mode that cannot be changed is rejected with a message', () => {
  // Owned by the kernel: it can be entered and read, but its mode cannot be changed.
  expect(() => openDataFolder('/proc/self/task')).toThrow(/DATA_DIR/);
});

test('a folder that cannot be written is rejected with a message', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => openDataFolder(join(folder, 'file', 'below'))).toThrow(/cannot be written .*DATA_DIR/);
  expect(() => openDataFolder(join(folder, 'file'))).toThrow(/DATA_DIR/);
});

test.runIf(process.platform === 'linux')('a folder below /proc is rejected too', () => {
  expect(() => openDataFolder('/proc/nothing/here')).toThrow(/DATA_DIR/);
});
