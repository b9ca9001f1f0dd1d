import { expect, test } from 'vitest';
import { ApiError } from '../api/error.ts';
import type { AgentId } from '../contract/index.ts';
import { openDiscovery } from './discovery.ts';

const some: ReadonlySet<AgentId> = new Set<AgentId>(['GetAgentSettings']);
const none: ReadonlySet<AgentId> = new Set();

test('a result is kept for five minutes, an empty one too, and concurrent callers share a call', async () => {
  let atMs = 0;
  let calls = 0;
  let found = none;
  const discovery = openDiscovery(() => atMs);
  const ask = async () => {
    calls += 1;
    return found;
  };
  const first = await Promise.all([discovery.read(ask), discovery.read(ask), discovery.read(ask)]);
  expect([first, calls]).toEqual([[none, none, none], 1]);
  found = some;
  atMs = 5 * 60_000 - 1;
  expect([await discovery.read(ask), calls]).toEqual([none, 1]);
  atMs += 1;
  expect([await discovery.read(ask), calls]).toEqual([some, 2]);
});

test('an error is not a result: thrown while nothing is known, else the last result stays, and it is asked again', async () => {
  let atMs = 0;
  const discovery = openDiscovery(() => atMs);
  const fails = async (): Promise<never> => {
    throw new ApiError('upstream_failed');
  };
  await expect(discovery.read(fails)).rejects.toMatchObject({ code: 'upstream_failed' });
  expect(await discovery.read(async () => some)).toBe(some);
  atMs = 6 * 60_000;
  expect(await discovery.read(fails)).toBe(some);
  expect(await discovery.read(async () => none)).toBe(none);
});
