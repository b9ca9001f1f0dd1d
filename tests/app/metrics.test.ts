import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildIfNeeded } from '#scripts/build';
import { freePort, type RunningApp, runStart, signIn, startApp, startDashboard } from './running.ts';

// Who may read the dashboard's metrics from this machine: one dashboard has a port for them, the other a token.
const token = 'a token for the collector';
const metricsPort = await freePort();
const own = `http://127.0.0.1:${metricsPort}`;
let app: RunningApp;
let other: Awaited<ReturnType<typeof startDashboard>>;

beforeAll(async () => {
  await buildIfNeeded();
  app = await startApp({ METRICS_PORT: `${metricsPort}`, METRICS_TOKEN: '' });
  const { port } = new URL(app.registryUrl);
  other = await startDashboard(app, port, { METRICS_TOKEN: token, METRICS_PORT: '' });
}, 600_000);
afterAll(async () => {
  await other?.stop();
  await app?.stop();
});

async function statusOf(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, { headers, method });
  const text = await response.text();
  if (response.ok && method === 'GET') expect(text).toMatch(/^sharebook_draining 0$/m);
  return response.status;
}

test('without a configured token the path does not exist, on loopback either', async () => {
  const address = `${app.url}/api/metrics`;
  expect([
    await statusOf(address),
    await statusOf(address, { authorization: 'Bearer null' }),
    await statusOf(address, { authorization: 'Bearer ' }),
  ]).toEqual([404, 404, 404]);
});

test('with a token it accepts only that one, whatever forwarding headers are sent', async () => {
  const address = `${other.url}/api/metrics`;
  const bearer = { authorization: `Bearer ${token}` };
  expect([
    await statusOf(address),
    await statusOf(address, { authorization: 'Bearer another token altogether' }),
    await statusOf(address, { 'x-forwarded-for': '127.0.0.1' }),
    await statusOf(address, bearer),
    await statusOf(address, { ...bearer, 'x-forwarded-for': '203.0.113.9' }),
  ]).toEqual([404, 404, 404, 200, 200]);
});

test('its own port needs no token and serves nothing else, with a session either', async () => {
  const cookie = await signIn(app.url, 'operator@harborline.example');
  const path = '/api/upstream/api/v1/Issuer/GetTransferAgentIssuers';
  expect((await fetch(app.url + path, { headers: { cookie } })).status).toBe(200);
  const other = [path, '/api/health', '/api/metrics', '/sign-in', '/'];
  for (const target of other) expect(await statusOf(own + target, { cookie })).toBe(404);
  expect(await statusOf(`${own}/metrics`)).toBe(200);
  expect(await statusOf(`${own}/metrics`, {}, 'HEAD')).toBe(200);
  expect(await statusOf(`${own}/metrics`, {}, 'POST')).toBe(404);
});

test('a port in use stops the start with a message that names it', async () => {
  const env = { DATA_DIR: app.dataDir, PORT: `${await freePort()}`, REGISTRY_PORT: `${await freePort()}` };
  await expect(runStart({ ...env, METRICS_PORT: `${metricsPort}` })).rejects.toThrow(
    `status 1 while starting:\nPort ${metricsPort} on 127.0.0.1 is taken. Set METRICS_PORT to another one.`,
  );
  // A dashboard started by a service manager knows its address only when it listens.
  const { port } = new URL(app.registryUrl);
  await expect(startDashboard(app, port, { METRICS_PORT: `${metricsPort}` })).rejects.toThrow(
    'did not start',
  );
});

test('it closes on shutdown without delay, also with a connection kept open', async () => {
  const { port } = new URL(app.registryUrl);
  const ownPort = await freePort();
  const third = await startDashboard(app, port, { METRICS_PORT: `${ownPort}` });
  const address = `http://127.0.0.1:${ownPort}/metrics`;
  expect(await statusOf(address)).toBe(200);
  await third.stop();
  await expect(fetch(address)).rejects.toThrow();
});
