import { expect, test } from 'vitest';
import type { Run } from '#lib/api/runs';
import { madeBefore } from './duplicate-run-notice.tsx';

const now = Date.parse('2026-11-20T12:00:00Z');
const run = (id: string, state: Run['state'], minutes: number, user?: string) =>
  ({ id, state, finishedAt: new Date(now - minutes * 60_000).toISOString(), person: user }) as Run;
const idOf = (runs: Run[], isSame: (each: Run) => boolean = () => true) =>
  madeBefore(runs, isSame, now)?.id ?? null;

test('a file of the last ten minutes, active runs first, never another user’s or another request', () => {
  expect(idOf([run('a', 'ready', 3)])).toBe('a');
  expect(idOf([run('a', 'ready', 3), run('b', 'receiving', 0)])).toBe('b');
  expect(idOf([run('a', 'ready', 11), run('b', 'failed', 1), run('c', 'expired', 1)])).toBeNull();
  expect(idOf([run('a', 'ready', 3, 'somebody')])).toBeNull();
  expect(idOf([run('a', 'ready', 3)], () => false)).toBeNull();
  expect(madeBefore(undefined, () => true, now)).toBeNull();
});
