/** @module-tag long */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeBatch } from '#lib/runs/batch-rows';
import type { Source } from '#lib/runs/receive';
import { findRun } from '#lib/runs/rows';
import { openRuns, type Runs } from '#lib/runs/runs';
import { streamLive } from '#lib/runs/serve';
import { demo, type GatewayFixture, openGatewayFixture } from '../gateway/gateway-fixture.ts';

// What two dashboards over one store and one folder know of each other's files, step by step.
let fixture: GatewayFixture;
let user = '';
beforeAll(async () => {
  fixture = await openGatewayFixture();
  user = await fixture.userId(demo.officer);
});
afterAll(() => fixture.stop());

const pdf = Buffer.from('%PDF-1.7\nbody of a report\nstartxref\n9\n%%EOF\n');
const open = () =>
  openRuns({ pool: fixture.pool, dataDir: fixture.dataDir, keepDays: 7, today: () => '2026-11-20' });
const request = (prefix: string) => ({
  person: user,
  requestId: 'r',
  endpoint: 'GenerateShareholderList',
  issuer: 1001,
  asOf: null,
  input: { prefix },
});

/** A report whose bytes arrive when the test says so. */
function source() {
  const [head, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  async function* body() {
    await head.promise;
    yield pdf.subarray(0, 20);
    await end.promise;
    yield pdf.subarray(20);
  }
  const requested: Source = { extension: 'pdf', contentType: 'application/pdf', length: null, body: body() };
  return { head: head.resolve, end: end.resolve, request: async () => async () => requested };
}

const never = async (): Promise<never> => {
  throw new Error('The registry was asked twice.');
};
async function rowOf(id: string) {
  const row = await findRun(fixture.pool, id);
  if (!row) throw new Error('The run is gone.');
  return row;
}
const read = async (stream: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(stream).arrayBuffer());
async function ended(runs: Runs, id: string) {
  const live = runs.follow(await rowOf(id));
  while (live && live.ended === null) await live.changed();
  return (await rowOf(id)).state;
}

test('the same request at another process joins the run and streams its bytes', async () => {
  const [one, two] = [open(), open()];
  const report = source();
  const id = await one.begin(request('A'), report.request);
  expect(await two.begin(request('A'), never)).toBe(id);
  // A third dashboard starts meanwhile: it leaves active runs of the others alone.
  const three = open();
  await three.sweep(true);
  expect((await rowOf(id)).state).toMatch(/sent|receiving/);
  report.head();
  const live = two.follow(await rowOf(id));
  if (!live) throw new Error('Nobody knows of the run.');
  while (live.size === 0) await live.changed();
  expect([live.ended, live.format?.contentType]).toEqual([null, 'application/pdf']);
  const whole = read(streamLive(live));
  report.end();
  expect(await whole).toEqual(pdf);
  expect((await rowOf(id)).state).toBe('ready');
  // The run is over, so the same request starts a new one.
  const next = source();
  const again = await two.begin(request('A'), next.request);
  expect(again).not.toBe(id);
  next.head();
  next.end();
  expect(await ended(one, again)).toBe('ready');
  for (const runs of [one, two, three]) await runs.close(0);
});

test('of many concurrent requests at two processes one calls the registry', async () => {
  const [one, two] = [open(), open()];
  const report = source();
  let requests = 0;
  const send = () => {
    requests += 1;
    return report.request();
  };
  const ids = await Promise.all([one, two, one, two, two].map((runs) => runs.begin(request('B'), send)));
  expect([new Set(ids).size, requests]).toEqual([1, 1]);
  report.head();
  report.end();
  expect(await ended(one, ids[0] ?? '')).toBe('ready');
  for (const runs of [one, two]) await runs.close(0);
});

test('a process that stops marks its active runs; other processes report them and may start again', async () => {
  const [one, two] = [open(), open()];
  const report = source();
  const id = await one.begin(request('C'), report.request);
  report.head();
  const live = two.follow(await rowOf(id));
  while (live && live.size === 0) await live.changed();
  const broken = live && read(streamLive(live));
  const failed = expect(broken).rejects.toThrow('broke off');
  await one.close(0);
  await failed;
  expect((await rowOf(id)).state).toBe('interrupted');
  expect(existsSync(two.pathOf(id))).toBe(false);
  report.end();
  const next = source();
  const again = await two.begin(request('C'), next.request);
  expect(again).not.toBe(id);
  next.head();
  next.end();
  expect(await ended(two, again)).toBe('ready');
  await two.close(0);
});

test('a run of a killed process becomes interrupted when read, and blocks no other run', async () => {
  const [one, two] = [open(), open()];
  const report = source();
  const id = await one.begin(request('D'), report.request);
  await fixture.pool.query(`update run set keeper = '0badcafe' where id = $1`, [id]);
  const next = source();
  const again = await two.begin(request('D'), next.request);
  expect(again).not.toBe(id);
  expect((await two.checked(await rowOf(id))).state).toBe('interrupted');
  next.head();
  next.end();
  expect(await ended(two, again)).toBe('ready');
  // The killed process of this test lives: it has to close its file.
  report.head();
  report.end();
  await one.settled();
  for (const runs of [one, two]) await runs.close(0);
});

test('a user waits for fifty files at most, over all processes', async () => {
  const [one, two] = [open(), open()];
  await fixture.pool.query(
    `insert into run (id, person, request_id, endpoint, input, input_digest, state, keeper, under_way)
     select lpad(n::text, 22, 'm'), $1, 'r', 'x', '{}', n::text, 'sent', $2, n::text from generate_series(1, 50) n`,
    [user, two.keeper.id],
  );
  await expect(one.begin(request('E'), never)).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 5 });
  await two.close(0);
  await one.sweep(true);
  const report = source();
  const id = await one.begin(request('E'), report.request);
  report.head();
  report.end();
  expect(await ended(one, id)).toBe('ready');
  await one.close(0);
});

test('a batch is processed by one process, and by the next when that is gone', async () => {
  const id = 'batch-of-two-processes';
  await fixture.pool.query('insert into batch (id, person) values ($1, $2)', [id, user]);
  const item = `insert into batch_item (batch, position, endpoint, input, state) values ($1, 0, 'x', '{}', 'working')`;
  await fixture.pool.query(item, [id]);
  const [one, two] = [open(), open()];
  const state = async () =>
    (await fixture.pool.query('select state from batch_item where batch = $1', [id])).rows[0].state;
  const both = await Promise.all([one, two].map(({ keeper }) => takeBatch(fixture.pool, id, keeper)));
  expect(both.filter(Boolean)).toHaveLength(1);
  const [winner, other] = both[0] ? [one, two] : [two, one];
  expect(await state()).toBe('waiting');
  await fixture.pool.query(`update batch_item set state = 'working' where batch = $1`, [id]);
  expect([await takeBatch(fixture.pool, id, other.keeper), await state()]).toEqual([false, 'working']);
  await winner.close(0);
  expect([await takeBatch(fixture.pool, id, other.keeper), await state()]).toEqual([true, 'waiting']);
  await other.close(0);
});
