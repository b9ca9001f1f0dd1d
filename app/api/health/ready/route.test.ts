import { expect, test, vi } from 'vitest';
import { storeVersion } from '#lib/store/version';
import { GET } from './route.ts';

const told = vi.hoisted(() => ({ warnings: [] as string[], reachable: true }));
vi.mock('#lib/session/store', () => ({
  store: () => ({ query: async () => ({ rows: [{ last: storeVersion }] }) }),
}));
vi.mock('#lib/gateway/wiring', () => ({ dashboard: () => ({ upstream: {} }) }));
vi.mock('#lib/upstream/reachable', () => ({ isReachable: async () => told.reachable }));
vi.mock('#lib/session/peer', () => ({ proxyWarnings: () => told.warnings }));
vi.mock('#lib/upstream/checkpoints', () => ({ checkpointWarnings: () => [] }));

test('a warning leaves the dashboard ready and is included', async () => {
  const asked = async () => {
    const answer = await GET();
    return [answer.status, await answer.json()];
  };
  expect(await asked()).toEqual([200, { status: 'ready' }]);
  told.warnings = ['A sentence.'];
  expect(await asked()).toEqual([200, { status: 'ready', warnings: ['A sentence.'] }]);
  told.reachable = false;
  const [status, body] = await asked();
  expect(status).toBe(503);
  expect(JSON.stringify(body)).not.toContain('A sentence.');
});
