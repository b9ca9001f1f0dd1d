import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startHeartbeat } from './heartbeat.ts';

const folder = mkdtempSync(join(tmpdir(), 'marks-'));
afterAll(() => rmSync(folder, { recursive: true }));
const written = (id: string, text: object) =>
  writeFileSync(join(folder, `alive-${id}`), JSON.stringify(text));

test('a process is alive to others until it ends, and has a new identity at its next start', () => {
  const [one, two] = [startHeartbeat(folder), startHeartbeat(folder)];
  expect(one.id).not.toBe(two.id);
  expect([one.isAlive(one.id), one.isAlive(two.id), two.isAlive(one.id)]).toEqual([true, true, true]);
  expect([one.isAlive(null), one.isAlive(''), one.isAlive('../../..'), one.isAlive('00000000')]).toEqual(
    Array(4).fill(false),
  );
  two.end();
  expect([one.isAlive(two.id), readdirSync(folder)]).toEqual([false, [`alive-${one.id}`]]);
  one.end();
});

test('a killed local process is dead at once, even if its pid is reused', () => {
  const mark = startHeartbeat(folder);
  const { place } = JSON.parse(readFileSync(join(folder, `alive-${mark.id}`), 'utf8'));
  written('0000000a', { place, pid: process.pid, identity: 'an earlier one' });
  written('0000000b', { place, pid: 2 ** 22 + 1, identity: 'x' });
  expect([mark.isAlive('0000000a'), mark.isAlive('0000000b')]).toEqual([false, false]);
  mark.end();
});

test('a remote process is dead half a minute after its last heartbeat, by the clock of the folder', () => {
  const mark = startHeartbeat(folder);
  for (const [id, silent, alive] of [
    ['0000000c', 20_000, true],
    ['0000000d', 40_000, false],
  ] as const) {
    written(id, { place: 'another machine', pid: process.pid, identity: '' });
    const then = new Date(Date.now() - silent);
    utimesSync(join(folder, `alive-${id}`), then, then);
    expect([id, mark.isAlive(id)]).toEqual([id, alive]);
  }
  mark.end();
  const next = startHeartbeat(folder);
  expect(readdirSync(folder).sort()).toEqual(['alive-0000000c', `alive-${next.id}`].sort());
  next.end();
});
