import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '#lib/api/error';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import {
  handleBatch,
  handleBatchBegin,
  handleBatchFile,
  handleBatchList,
} from '#lib/gateway/runs/batch-access';
import type { BatchView } from '#lib/gateway/runs/batch-view';
import { insertBatch } from '#lib/runs/batch-rows';
import { unzip } from '#lib/sheet/archive-for-tests';
import { type Handler, type StandIn, samplePdf, startStandIn } from '#tests/fakes/registry';
import { demo, type GatewayFixture, openGatewayFixture, pageRequest } from '../gateway-fixture.ts';

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let operator: string;
let officer: string;
/** Maximum number of concurrent report requests to the registry. */
let busiest = 0;
/** No report request is answered before so many were sent at the same time, for some seconds. */
let awaited = 0;

const balance = (customerIssuerId: number, isPDF = true) => ({
  report: 'GenerateIssuerBalance',
  input: { customerIssuerId, CutoffDate: '2026-10-31', restrictionStatus: 'All', isPDF },
});

const respondWith: Handler = async ({ method, path, body }, _response, base) => {
  if (method !== 'POST') {
    return path.includes('DownloadReport')
      ? { type: 'application/pdf', body: samplePdf(Number(/code-(\d+)/.exec(path)?.[1] ?? 1000)) }
      : { body: JSON.stringify([{ customerIssuerId: 1001, name: 'Larkspur Instruments Corporation' }]) };
  }
  const { customerIssuerId } = JSON.parse(body) as { customerIssuerId: number };
  if (customerIssuerId === 1003) return { status: 500, body: '{}' };
  return {
    body: JSON.stringify({
      downloadUrl: `${base}/Api/v1/Report/DownloadReport/code-${customerIssuerId * 3}/balance.pdf/access`,
    }),
  };
};

beforeAll(async () => {
  fixture = await openGatewayFixture();
  operator = await fixture.cookieOf(demo.operator);
  officer = await fixture.cookieOf(demo.officer);
  let now = 0;
  registry = await startStandIn({
    handle: async (call, response, base) => {
      if (call.method === 'POST') now += 1;
      busiest = Math.max(busiest, now);
      await pause(20);
      for (let turn = 0; busiest < awaited && turn < 500; turn += 1) await pause(10);
      const reply = await respondWith(call, response, base);
      if (call.method === 'POST') now -= 1;
      return reply;
    },
  });
});
beforeEach(() => {
  context = fixture.context(registry.base);
  awaited = 0;
});
afterAll(async () => {
  await context.runs.settled();
  await registry.stop();
  await fixture.stop();
});

const begin = (items: unknown, cookie = operator, headers: Record<string, string> = {}) =>
  handleBatchBegin(
    pageRequest('/api/batches', { cookie, headers, body: { items } }),
    fixture.pool,
    context,
    '2026-11-20',
  );

async function begun(items: unknown, cookie = operator): Promise<string> {
  const response = await begin(items, cookie);
  expect(response.status).toBe(200);
  return (await response.json()).batch;
}

async function view(id: string, cookie = operator) {
  const response = await handleBatch(
    pageRequest(`/api/batches/${id}`, { cookie }),
    fixture.pool,
    context,
    id,
  );
  return { status: response.status, ...((await response.json()) as BatchView) };
}

async function finished(id: string, cookie = operator) {
  for (;;) {
    const now = await view(id, cookie);
    if (now.finishedAt !== null || now.status !== 200) return now;
    await pause(30);
  }
}

const file = (id: string, cookie = operator) =>
  handleBatchFile(pageRequest(`/api/batches/${id}/file`, { cookie }), fixture.pool, context, id, 'Sandbox');

async function archive(id: string, cookie = operator) {
  const response = await file(id, cookie);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const entries = unzip(Buffer.from(await response.arrayBuffer()));
  const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '');
  return { entries, manifest, text: entries.get('manifest.txt')?.toString() ?? '' };
}

describe('batch of reports', () => {
  test('one archive holds every file and a manifest; a failed report is listed and does not affect the others', async () => {
    [busiest, awaited] = [0, 2];
    const id = await begun([1001, 1002, 1003, 1004, 1005, 1006].map((issuer) => balance(issuer)));
    const done = await finished(id);
    expect(done.items.map(({ state }) => state)).toEqual([
      ...['ready', 'ready', 'failed', 'ready', 'ready', 'ready'],
    ]);
    expect(busiest).toBeGreaterThanOrEqual(2);
    expect(busiest).toBeLessThanOrEqual(3);
    const { entries, manifest, text } = await archive(id);
    expect([...entries.keys()]).toEqual([
      'manifest.json',
      'manifest.txt',
      ...[1001, 1002, 1004, 1005, 1006].map((issuer) => `IssuerBalance_${issuer}_20261031.pdf`),
    ]);
    for (const listed of manifest.files) {
      const bytes = entries.get(listed.name) ?? Buffer.alloc(0);
      expect([listed.bytes, listed.sha256]).toEqual([
        bytes.byteLength,
        createHash('sha256').update(bytes).digest('hex'),
      ]);
    }
    expect(manifest.files[0]).toMatchObject({
      issuer: 1001,
      issuerName: 'Larkspur Instruments Corporation',
      report: 'GenerateIssuerBalance',
      title: 'Issuer balance',
      asOf: '2026-10-31',
      inputs: { CutoffDate: '2026-10-31' },
      run: done.items[0]?.run,
    });
    expect(manifest.failed).toMatchObject([
      { issuer: 1003, code: 'upstream_failed', reason: 'The registry reported an error. Try again.' },
    ]);
    expect(text).toContain('IssuerBalance_1001_20261031.pdf');
    expect(text).toContain('Not in this archive');
  });

  test('two files of the same name are both kept', async () => {
    const other = balance(1001);
    const id = await begun([
      balance(1001),
      { ...other, input: { ...other.input, restrictionStatus: 'Restricted' } },
    ]);
    await finished(id);
    expect([...(await archive(id)).entries.keys()].slice(2)).toEqual([
      'IssuerBalance_1001_20261031.pdf',
      'IssuerBalance_1001_20261031_2.pdf',
    ]);
  });

  test('each member is a regular run with its own audit entry', async () => {
    const id = await begun([balance(1001)], officer);
    const run = (await finished(id, officer)).items[0]?.run;
    const { rows } = await fixture.pool.query(
      `select action, outcome, issuer from audit where object = $1 or (action = 'batch-begin' and object = $2) order by seq`,
      [run, id],
    );
    expect(rows).toEqual([
      { action: 'batch-begin', outcome: 'ok', issuer: null },
      { action: 'report', outcome: 'ok', issuer: 1001n },
    ]);
  });

  test('lists the user’s own batches, newest first', async () => {
    const id = await begun([balance(1001)], officer);
    await finished(id, officer);
    const list = async (cookie: string) =>
      (await (
        await handleBatchList(pageRequest('/api/batches', { cookie }), fixture.pool, context)
      ).json()) as {
        batches: BatchView[];
      };
    expect((await list(officer)).batches[0]?.id).toBe(id);
    expect((await list(operator)).batches.map((batch) => batch.id)).not.toContain(id);
  });

  test('has no archive while it is being created', async () => {
    const id = await begun([balance(1001)]);
    const early = await file(id);
    if (early.status !== 200) expect(early.status).toBe(503);
    await finished(id);
    expect((await file(id)).status).toBe(200);
  });
});

describe('rejected requests', () => {
  test('nothing is created when one of the reports is not permitted', async () => {
    const before = registry.calls.length;
    const rejected = await begin([balance(1001), balance(1002)], officer);
    expect(rejected.status).toBe(403);
    expect(registry.calls.length).toBe(before);
    const { rows } = await fixture.pool.query(
      `select outcome from audit where action = 'batch-begin' order by seq desc limit 1`,
    );
    expect(rows).toEqual([{ outcome: 'refused' }]);
  });
  test.each([
    ['nothing', []],
    ['no list', 'all'],
    ['no report', [{ report: 'GetTransferAgentIssuers', input: {} }]],
    ['an inherited name', [{ report: 'constructor', input: {} }]],
    ['a bad value', [{ ...balance(1001), input: { ...balance(1001).input, CutoffDate: 'soon' } }]],
    ['too many', Array(201).fill(balance(1001))],
  ])('%s: 400', async (_name, items) => {
    expect((await begin(items)).status).toBe(400);
  });
  test('full tax IDs are rejected in a batch; single files need a reason', async () => {
    const item = {
      report: 'GenerateShareholderList',
      input: {
        customerIssuerId: 1001,
        cutoff: '2026-10-31',
        certificateInfoStatus: 'Outstanding',
        restrictionStatus: 'All',
        addressStatus: 'All',
        showTaxId: true,
      },
    };
    expect((await begin([item])).status).toBe(400);
  });
  test('another origin, a missing header, no session', async () => {
    expect((await begin([balance(1001)], operator, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await begin([balance(1001)], operator, { 'x-sharebook': '' })).status).toBe(403);
    expect((await begin([balance(1001)], '')).status).toBe(401);
  });
  test('another user’s batch and an unknown one give the same response', async () => {
    const id = await begun([balance(1001)]);
    await finished(id);
    for (const other of [id, 'A'.repeat(22), '../../etc']) {
      expect((await view(other, officer)).status).toBe(404);
      expect((await file(other, officer)).status).toBe(404);
    }
  });
});

describe('access is checked on every request', () => {
  test('a withdrawn issuer is left out and listed, and returns with the grant', async () => {
    const user = await fixture.userId(demo.officer);
    await fixture.pool.query('insert into person_issuer (person, issuer) values ($1, 1002)', [user]);
    const id = await begun([balance(1001), balance(1002)], officer);
    await finished(id, officer);
    await fixture.pool.query('delete from person_issuer where person = $1 and issuer = 1002', [user]);
    const { manifest } = await archive(id, officer);
    expect(manifest.files.map((each: { issuer: number }) => each.issuer)).toEqual([1001]);
    expect(manifest.failed).toMatchObject([{ issuer: 1002, code: 'forbidden', run: null }]);
    expect((await view(id, officer)).items[1]).toMatchObject({
      state: 'failed',
      error: 'forbidden',
      run: null,
    });
  });

  test('missing files are listed, altered files abort the archive', async () => {
    const id = await begun([balance(1001), balance(1002)]);
    const [first, second] = (await finished(id)).items;
    await rm(context.runs.pathOf(first?.run ?? ''));
    const { manifest } = await archive(id);
    expect(manifest.failed).toMatchObject([{ issuer: 1001, code: 'expired' }]);
    await fixture.pool.query(`update run set sha256 = repeat('0', 64) where id = $1`, [second?.run]);
    const broken = await file(id);
    await expect(broken.arrayBuffer()).rejects.toThrow();
  });
});

test('a batch interrupted by a stop is resumed when its owner requests it', async () => {
  const id = 'resumed-resumed-resume';
  await insertBatch(fixture.pool, {
    id,
    person: await fixture.userId(demo.operator),
    items: [1001, 1002].map((issuer) => ({
      endpoint: 'GenerateIssuerBalance',
      issuer,
      input: { ...balance(issuer).input },
    })),
  });
  await fixture.pool.query(`update batch_item set state = 'working' where batch = $1 and position = 0`, [id]);
  expect((await finished(id)).items.map(({ state }) => state)).toEqual(['ready', 'ready']);
  expect((await archive(id)).manifest.files).toHaveLength(2);
});

test('reports of a batch are queued instead of failing', async () => {
  let first = true;
  const enter = context.limits.enter;
  context = {
    ...context,
    limits: {
      enter(user, kind) {
        if (!first || kind !== 'report') return enter(user, kind);
        first = false;
        // The real registry responds so after forty in a row.
        throw new ApiError('rate_limited', { retryAfter: 0.05 });
      },
    },
  };
  const id = await begun([balance(1001)]);
  expect((await finished(id)).items[0]?.state).toBe('ready');
  expect(first).toBe(false);
});
