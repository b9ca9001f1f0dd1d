import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handleRun, handleRunDrop, handleRunFile, handleRunList } from '#lib/gateway/runs/run-access';
import type { RunView } from '#lib/runs/view';
import { type StandIn, samplePdf, startStandIn } from '#tests/fakes/registry';
import {
  callGateway,
  demo,
  type GatewayFixture,
  openGatewayFixture,
  pageRequest,
} from '../gateway-fixture.ts';

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let operator: string;
let officer: string;
let bytes = samplePdf(4000);

beforeAll(async () => {
  fixture = await openGatewayFixture();
  operator = await fixture.cookieOf(demo.operator);
  officer = await fixture.cookieOf(demo.officer);
  registry = await startStandIn({
    handle: ({ method }, _response, base) =>
      method === 'POST'
        ? {
            body: JSON.stringify({
              downloadUrl: `${base}/Api/v1/Report/DownloadReport/code/file.pdf/access`,
            }),
          }
        : { type: 'application/pdf', body: bytes },
  });
  context = fixture.context(registry.base);
});
afterAll(async () => {
  await context.runs.settled();
  await registry.stop();
  await fixture.stop();
});

async function made(report: string, input: object, cookie = operator): Promise<string> {
  const response = await callGateway(context, `/api/v1/Report/${report}`, { cookie, body: input });
  const { downloadUrl } = await response.json();
  await context.runs.settled();
  return /runs\/([\w-]{22})\//.exec(downloadUrl)?.[1] ?? '';
}
const balance = (customerIssuerId: number, CutoffDate = '2026-10-31', cookie = operator) =>
  made(
    'GenerateIssuerBalance',
    { customerIssuerId, CutoffDate, restrictionStatus: 'All', isPDF: true },
    cookie,
  );
const diluted = (customerIssuerId: number, cookie: string) =>
  made('GenerateDilutedPercentage', { customerIssuerId, cutoff: '2026-10-31', isPDF: true }, cookie);

async function list(query: string, cookie: string): Promise<string[]> {
  const response = await handleRunList(pageRequest(`/api/runs${query}`, { cookie }), fixture.pool, context);
  return ((await response.json()) as { runs: RunView[] }).runs.map((run) => run.id);
}
async function one(id: string, cookie = operator) {
  const response = await handleRun(pageRequest(`/api/runs/${id}`, { cookie }), fixture.pool, context, id);
  return (await response.json()) as RunView;
}

test('the list filters by issuer and report; invalid filters have no effect', async () => {
  // A user of whom no other test makes files.
  const own = await fixture.cookieOf(demo.admin);
  const day = '2026-10-31';
  const [a, b, c] = [await balance(1001, day, own), await balance(1002, day, own), await diluted(1001, own)];
  expect(await list('', own)).toEqual([c, b, a]);
  expect(await list('?issuer=1001', own)).toEqual([c, a]);
  expect(await list('?report=GenerateIssuerBalance', own)).toEqual([b, a]);
  expect(await list('?issuer=1001&report=GenerateIssuerBalance', own)).toEqual([a]);
  expect(await list('?issuer=1003', own)).toEqual([]);
  expect(await list('?issuer=drop&limit=2', own)).toEqual([c, b]);
  expect(await list('', officer)).toEqual([]);
});

test('a file created again links the earlier one, whose bytes may be gone', async () => {
  const first = await balance(1005);
  expect((await one(first)).earlier).toBeNull();
  await balance(1005, '2026-09-30');
  await fixture.pool.query(`update run set finished_at = now() - interval '8 days' where id = $1`, [first]);
  await context.runs.sweep(true);
  const same = await one(await balance(1005));
  expect(same.earlier).toMatchObject({ id: first, sha256: same.sha256 });
  bytes = samplePdf(5000);
  const changed = await one(await balance(1005));
  expect(changed.earlier?.id).toBe(same.id);
  expect(changed.earlier?.sha256).not.toBe(changed.sha256);
});

describe('deleting a file', () => {
  const drop = (id: string, cookie: string, headers: Record<string, string> = {}) =>
    handleRunDrop(
      pageRequest(`/api/runs/${id}`, { cookie, headers, method: 'DELETE' }),
      fixture.pool,
      context,
      id,
    );
  test('only by its owner, from the own origin; request and digest are kept', async () => {
    const id = await balance(1006);
    expect((await drop(id, officer)).status).toBe(404);
    expect((await drop(id, '')).status).toBe(401);
    expect((await drop(id, operator, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await drop(id, operator, { 'x-sharebook': '' })).status).toBe(403);
    expect(existsSync(context.runs.pathOf(id))).toBe(true);
    expect((await drop(id, operator)).status).toBe(200);
    expect(existsSync(context.runs.pathOf(id))).toBe(false);
    expect(await one(id)).toMatchObject({
      state: 'expired',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      input: { customerIssuerId: 1006 },
    });
    const file = await handleRunFile(
      pageRequest(`/api/runs/${id}/file`, { cookie: operator }),
      fixture.pool,
      context,
      id,
    );
    expect([file.status, (await file.json()).error.code]).toEqual([404, 'expired']);
    expect((await drop(id, operator)).status).toBe(200);
  });
});
