import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAgent, sendRequest } from '#lib/upstream/http-client';
import { type StandIn, samplePdf, startStandIn } from '#tests/fakes/registry';
import { callGateway, demo, type GatewayFixture, openGatewayFixture } from '../gateway-fixture.ts';

// Regression test: undici cancels the body of a garbage-collected Response that has not been read, so an
// ill-timed collection emptied a response without an error.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const bytes = samplePdf(20_000);
const input = {
  customerIssuerId: 1001,
  cutoff: '2026-11-19',
  certificateInfoStatus: 'All',
  restrictionStatus: 'All',
  addressStatus: 'All',
  isPDF: true,
};
let fixture: GatewayFixture;
let registry: StandIn;

beforeAll(async () => {
  fixture = await openGatewayFixture();
  registry = await startStandIn({
    handle: ({ method }, _response, base) =>
      method === 'POST'
        ? {
            body: JSON.stringify({
              downloadUrl: `${base}/Api/v1/Report/DownloadReport/code/list.pdf/access`,
            }),
          }
        : { type: 'application/pdf', body: bytes },
  });
});
afterAll(async () => {
  await registry?.stop();
  await fixture?.stop();
});

test('a response is read completely, however late and after garbage collection', async () => {
  registry.live.add('known');
  const agent = openAgent();
  const headers = { authorization: 'Bearer known' };
  const response = await sendRequest(agent, {
    method: 'GET',
    url: new URL(registry.base),
    headers,
    headersMs: 5000,
  });
  for (let round = 0; round < 5; round += 1) {
    collect();
    // Finalizers run in a separate turn.
    await turn();
  }
  const parts: Uint8Array[] = [];
  for await (const part of response.body) parts.push(part);
  expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  await agent.close();
});

test('a response dropped unread releases its connection', async () => {
  const agent = openAgent();
  const headers = { authorization: 'Bearer known' };
  for (let round = 0; round < 70; round += 1) {
    const response = await sendRequest(agent, {
      method: 'GET',
      url: new URL(registry.base),
      headers,
      headersMs: 5000,
    });
    response.drop();
  }
  await agent.close();
});

test('a report waits for a slow store without losing bytes', async () => {
  const context = fixture.context(registry.base);
  const cookie = await fixture.cookieOf(demo.officer);
  // Locks the run's row before the file is requested, so that marking it as receiving has to wait.
  const store = await fixture.pool.connect();
  const report = registry.handle;
  let fetched = false;
  registry.handle = async (call, response, base) => {
    if (call.method === 'POST') await store.query('begin; select 1 from run for update');
    else fetched = true;
    return report(call, response, base);
  };
  const path = '/api/v1/Report/GenerateShareholderList';
  expect((await callGateway(context, path, { cookie, body: input })).status).toBe(200);
  for (let calm = 0; calm < 20; calm = fetched ? calm + 1 : 0) {
    collect();
    await turn();
  }
  await store.query('commit');
  store.release();
  await context.runs.settled();
  const { rows } = await fixture.pool.query('select state, error_code, bytes from run');
  expect(rows).toEqual([{ state: 'ready', error_code: null, bytes: BigInt(bytes.length) }]);
});
