import { expect, test, vi } from 'vitest';
import { storeVersion } from '#lib/store/version';
import { GET } from './route.ts';

const reported = vi.hoisted(() => ({ warnings: [] as string[], reachable: true }));
vi.mock('#lib/session/store', () => ({
  store: () => ({ query: async () => ({ rows: [{ last: storeVersion }] }) }),
}));
vi.mock('#lib/gateway/wiring', () => ({ dashboard: () => ({ upstream: {} }) }));
vi.mock('#lib/upstream/reachable', () => ({ isReachable: async () => reported.reachable }));
vi.mock('#lib/session/request-address', () => ({ proxyWarnings: () => reported.warnings }));
vi.mock('#lib/upstream/checkpoints', () => ({ checkpointWarnings: () => [] }));

test('a warning leaves the dashboard ready and is included', async () => {
  const requested = async () => {
    const response = await GET();
    return [response.status, await response.json()];
  };
  expect(await requested()).toEqual([200, { status: 'ready' }]);
  reported.warnings = ['A sentence.'];
  expect(await requested()).toEqual([200, { status: 'ready', warnings: ['A sentence.'] }]);
  reported.reachable = false;
  const [status, body] = await requested();
  expect(status).toBe(503);
  expect(JSON.stringify(body)).not.toContain('A sentence.');
});
