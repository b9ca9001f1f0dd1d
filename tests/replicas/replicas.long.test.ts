/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../app/running.ts';
import { issuanceBody, issuancePath } from '../registry/writes/write-bodies.ts';
import {
  metricsToken,
  officer,
  origin,
  password,
  type ReplicasFixture,
  signOut,
  startReplicas,
  statusOf,
  until,
  untilSo,
} from './replicas-fixture.ts';
import { call, request, samples } from './requests.ts';

// Two registry processes and two dashboard processes over one database server, and how they shut down.
let fixture: ReplicasFixture;
let cookie = '';
beforeAll(async () => {
  fixture = await startReplicas();
  cookie = await signIn(fixture.dashboards[0].url, officer, password, origin);
});
afterAll(() => fixture?.stop());

const list = {
  customerIssuerId: 1001,
  isPDF: true,
  showCertificateDetails: true,
  certificateInfoStatus: 'All',
  restrictionStatus: 'All',
  addressStatus: 'All',
};
const generatePath = '/api/v1/Report/GenerateShareholderList';
const issuersPath = '/api/v1/Issuer/GetTransferAgentIssuers';
const bearer = { authorization: `Bearer ${metricsToken}` };
const txns = async (comments: string) => {
  const { rows } = await fixture.books.query('select count(*) as n from txn where comments = $1', [comments]);
  return Number(rows[0].n);
};

describe('two registries', () => {
  test('the same key sent to both at once takes effect once; tokens are valid at both', async () => {
    const [one, two] = fixture.registries;
    const { body } = await call(one, issuersPath);
    expect(body).toHaveLength(9);
    const token = await fixture.tokenOf(one);
    for (let round = 0; round < 5; round += 1) {
      const idempotencyId = randomUUID();
      const sent = issuanceBody({ idempotencyId, comments: idempotencyId });
      const responses = await Promise.all(
        [one, two].map((at) => call(at, issuancePath, { token, body: sent })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await txns(idempotencyId)).toBe(1);
    }
  });

  test('a link of one serves the whole file at the other, during and after rendering', async () => {
    const [one, two] = fixture.registries;
    const token = await fixture.tokenOf(two);
    const { body } = await call(one, generatePath, { token, body: list });
    const { pathname } = new URL(String(body.downloadUrl));
    const responses = await Promise.all([one, two, two].map((at) => call(at, pathname, { token })));
    for (const { status, text } of responses) {
      expect([status, text.slice(0, 5), text.trimEnd().slice(-5)]).toEqual([200, '%PDF-', '%%EOF']);
    }
    const [here, there] = await Promise.all([one, two].map((at) => call(at, pathname, { token })));
    expect(there?.headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/);
    expect(there?.headers.get('etag')).toBe(here?.headers.get('etag'));
    expect(there?.text).toBe(here?.text);
  });
});

describe('two dashboards', () => {
  test('signing in and out at one counts at the other', async () => {
    const [one, two] = fixture.dashboards;
    const other = await signIn(one.url, officer, password, origin);
    const path = `/api/upstream${issuersPath}`;
    expect((await request(two, path, { cookie: other })).status).toBe(200);
    await signOut(two, other);
    expect((await request(one, path, { cookie: other })).status).toBe(401);
    expect((await request(one, path, { cookie })).status).toBe(200);
  });

  test('the same write at both at once takes effect once', async () => {
    const idempotencyId = randomUUID();
    const { createdByEmail: _e, createdByFirstName: _f, createdByLastName: _l, ...rest } = issuanceBody();
    const body = { ...rest, idempotencyId, comments: idempotencyId };
    const responses = await Promise.all(
      fixture.dashboards.map((at) => request(at, `/api/upstream${issuancePath}`, { cookie, body })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await txns(idempotencyId)).toBe(1);
  });

  test('a run started at one is joined, followed and downloaded at the other', async () => {
    const [one, two] = fixture.dashboards;
    const release = fixture.holdFiles();
    const begun = await request(one, `/api/upstream${generatePath}`, { cookie, body: list });
    const path = new URL(String(begun.body.downloadUrl)).pathname;
    const again = await request(two, `/api/upstream${generatePath}`, { cookie, body: list });
    expect([begun.status, again.body]).toEqual([200, begun.body]);
    const [, , , id] = path.split('/');
    const state = async (at = two) => (await request(at, `/api/runs/${id}`, { cookie })).body.state;
    expect(['sent', 'receiving']).toContain(await state());
    const following = request(two, path, { cookie });
    release();
    const { status, text } = await following;
    expect([status, text.slice(0, 5), text.trimEnd().slice(-5)]).toEqual([200, '%PDF-', '%%EOF']);
    const [here, there] = await Promise.all(fixture.dashboards.map((at) => request(at, path, { cookie })));
    expect([here?.status, there?.text]).toEqual([200, here?.text]);
    expect([await state(one), await state(two)]).toEqual(['ready', 'ready']);
  });

  test('each requests one token, however many calls it makes', async () => {
    const path = `/api/upstream${issuersPath}`;
    await Promise.all(
      fixture.dashboards.flatMap((at) => Array.from({ length: 20 }, () => request(at, path, { cookie }))),
    );
    expect(fixture.calls.filter((line) => line.includes('/connect/token'))).toHaveLength(2);
  });
});

describe('logs and metrics', () => {
  test('one request ID in the response, in the logs of both processes, and in errors', async () => {
    const at = fixture.dashboards[1];
    const responses = [
      await request(at, `/api/upstream${issuersPath}`, { cookie, headers: { 'x-request-id': 'mine' } }),
      await request(at, `/api/upstream${generatePath}`, {
        cookie,
        body: { ...list, cutoffDate: '2031-01-01' },
      }),
    ];
    for (const response of responses) {
      const id = response.headers.get('x-request-id') ?? '';
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      if (response.status !== 200) expect(response.body.error).toMatchObject({ requestId: id });
      const linesOf = (output: string) => output.split('\n').filter((line) => line.includes(id));
      await untilSo(() => linesOf(at.output()).length > 0);
      expect(linesOf(at.output())).toHaveLength(1);
      const [line = ''] = linesOf(at.output());
      expect(JSON.parse(line)).toMatchObject({
        event: 'request',
        id,
        status: response.status,
        route: 'api/upstream',
      });
      if (response.status !== 200) continue;
      const all = () => fixture.registries.flatMap(({ output }) => linesOf(output()));
      await untilSo(() => all().length > 0);
      expect(all()).toHaveLength(1);
      expect(JSON.parse(all()[0] ?? '')).toMatchObject({
        event: 'request',
        id,
        operation: 'GetTransferAgentIssuers',
      });
    }
    // A registry adopts a request ID only if it is valid.
    const [registry] = fixture.registries;
    const token = await fixture.tokenOf(registry);
    const report = async (given: string) =>
      (await call(registry, '/nothing', { token, headers: { 'x-request-id': given } })).body.traceId;
    const own = randomUUID();
    expect(await report(own)).toBe(own);
    expect(await report(`${own}"x`)).not.toContain(own);
  });

  test('logs are JSON lines, without names, addresses or secrets', async () => {
    for (const { output } of [...fixture.registries, ...fixture.dashboards]) {
      const lines = output()
        .split('\n')
        .slice(0, -1)
        .filter((line) => line.startsWith('{'));
      for (const line of lines) expect(JSON.parse(line)).toHaveProperty('event');
      expect(output()).not.toMatch(
        /larkspur|officer|SAMPLE|Lantern|900-?01|demo-agent-secret|customerIssuerId/i,
      );
    }
  });

  test('metrics parse, change, and identify no user; reading them requires the token', async () => {
    const addresses = [
      ...fixture.registries.map(({ url }) => `${url}/metrics`),
      ...fixture.dashboards.map(({ url }) => `${url}/api/metrics`),
    ];
    for (const address of addresses) {
      expect([
        await statusOf(address),
        await statusOf(address, { authorization: 'Bearer wrong' }),
      ]).not.toContain(200);
      const read = async () => samples(await (await fetch(address, { headers: bearer })).text());
      const [before, after] = [await read(), await read()];
      const sum = (all: Map<string, number>) =>
        [...all].reduce((total, [name, n]) => total + (/requests_total\{/.test(name) ? n : 0), 0);
      expect(sum(after)).toBeGreaterThan(sum(before));
      for (const series of after.keys())
        expect(series).not.toMatch(/100[1-9]|@|larkspur|demo-agent|[0-9a-f]{8}-/i);
      expect([...after.keys()].length).toBeLessThan(2_000);
      for (const requested of [
        'process_resident_memory_bytes',
        'nodejs_eventloop_delay_seconds{quantile="0.99"}',
      ])
        expect(after.get(requested)).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('shutdown of one process', () => {
  test('registry: not ready at once, completes active requests, exits with 0; its links stay valid', async () => {
    const [one, two] = fixture.registries;
    const token = await fixture.tokenOf(one);
    const { body } = await call(one, generatePath, { token, body: list });
    const text = JSON.stringify({ ...list, isPDF: false });
    const socket = connect(Number(new URL(one.url).port), '127.0.0.1');
    const head = `POST ${generatePath} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n`;
    socket.write(head + text.slice(0, 9));
    let response = '';
    socket.on('data', (piece) => (response += piece));
    // By the time readiness is answered, the headers sent above have been read.
    await until(200, `${one.url}/health/ready`);
    const ended = once(one.child, 'exit');
    one.child.kill('SIGTERM');
    await until(503, `${one.url}/health/ready`);
    fixture.balanceTo(two);
    expect(await statusOf(`${one.url}/health`)).toBe(200);
    one.child.kill('SIGTERM');
    await until(0, `${one.url}/health`);
    socket.write(text.slice(9));
    expect(await ended).toEqual([0, null]);
    expect(response).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*connection: close[\s\S]*downloadUrl/i);
    expect(await statusOf(`${two.url}/health/ready`)).toBe(200);
    const file = await call(two, new URL(String(body.downloadUrl)).pathname, { token });
    expect([file.status, file.text.trimEnd().slice(-5)]).toEqual([200, '%%EOF']);
  });

  test('dashboard: not ready at once, completes a download, exits with 0; the other continues', async () => {
    const [one, two] = fixture.dashboards;
    const release = fixture.holdFiles();
    const body = { ...list, customerIssuerId: 1002 };
    const begun = await request(one, `/api/upstream${generatePath}`, { cookie, body });
    const path = new URL(String(begun.body.downloadUrl)).pathname;
    const file = request(one, path, { cookie });
    await untilSo(() => /DownloadReport/i.test(fixture.calls.at(-1) ?? ''));
    const ended = once(one.child, 'exit');
    one.child.kill('SIGTERM');
    await until(503, `${one.url}/api/health/ready`);
    expect((await request(one, `/api/upstream${issuersPath}`, { cookie })).status).toBe(200);
    one.child.kill('SIGTERM');
    await until(0, `${one.url}/api/health`);
    release();
    const { status, text } = await file;
    expect([status, text.trimEnd().slice(-5)]).toEqual([200, '%%EOF']);
    expect(await ended).toEqual([0, null]);
    const later = await request(two, path, { cookie });
    expect([later.status, later.text]).toEqual([200, text]);
  });
});
