import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Schedule } from '#lib/api/schedules';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { openLimits } from '#lib/gateway/limits';
import { listRuns } from '#lib/gateway/runs/run-access';
import { runSchedules } from '#lib/gateway/runs/run-schedules';
import {
  handleScheduleList,
  handleScheduleMake,
  handleScheduleStop,
} from '#lib/gateway/runs/schedule-access';
import { type Handler, type StandIn, startStandIn } from '#tests/fakes/registry';
import {
  callGateway,
  demo,
  type GatewayFixture,
  openGatewayFixture,
  pageRequest,
} from '../gateway-fixture.ts';

// A report is created again for each month end or record date, as its user and with the rights of that moment.

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
type Who = keyof typeof demo;
const pdf = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  randomBytes(40),
  Buffer.from('\nstartxref\n9\n%%EOF\n'),
]);
const today = '2026-11-20';

const working: Handler = ({ method, path }, _response, base) =>
  method === 'POST'
    ? { body: JSON.stringify({ downloadUrl: `${base}/Api/v1/Report/DownloadReport/code/a.pdf/access` }) }
    : path.includes('/DownloadReport/')
      ? { type: 'application/pdf', body: pdf }
      : path.includes('/agent/')
        ? { status: 404, body: '{}' }
        : path.endsWith('/Dividend/GetList')
          ? { body: JSON.stringify([{ dividendId: 7, customerIssuerId: 1001, recordDate: '2026-12-10' }]) }
          : { body: '[]' };

beforeAll(async () => {
  fixture = await openGatewayFixture();
  registry = await startStandIn({ handle: working });
  context = fixture.context(registry.base);
});
afterAll(async () => {
  await registry?.stop();
  await fixture?.stop();
});
afterEach(async () => {
  registry.handle = working;
  context.limits = openLimits();
  await fixture.pool.query('delete from schedule');
  await fixture.pool.query('delete from run');
  await fixture.pool.query('update person set disabled_at = null');
  await fixture.pool.query('update person_issuer set expires_at = null');
});

async function makeRun(who: Who, path = 'GenerateIssuerBalance', input: object = {}): Promise<string> {
  const body = { customerIssuerId: 1001, isPDF: true, ...input };
  const response = await callGateway(context, `/api/v1/Report/${path}`, {
    cookie: await fixture.cookieOf(demo[who]),
    headers: { 'x-sharebook-reason': encodeURIComponent('asked by the holder') },
    body: path === 'GenerateIssuerBalance' ? { CutoffDate: today, restrictionStatus: 'All', ...body } : body,
  });
  const { downloadUrl } = (await response.json()) as { downloadUrl: string };
  await context.runs.settled();
  return /runs\/([\w-]{22})\/file$/.exec(downloadUrl)?.[1] ?? '';
}

async function schedule(who: Who, run: string, every = 'month-end', day = today) {
  const request = pageRequest('/api/schedules', {
    cookie: await fixture.cookieOf(demo[who]),
    body: { run, every },
  });
  const response = await handleScheduleMake(request, fixture.pool, context, day);
  return {
    status: response.status,
    body: (await response.json()) as Schedule & { error?: { code: string; fields?: object } },
  };
}

async function listed(who: Who): Promise<Schedule[]> {
  const request = pageRequest('/api/schedules', { cookie: await fixture.cookieOf(demo[who]) });
  const response = await handleScheduleList(request, fixture.pool, context);
  return ((await response.json()) as { schedules: Schedule[] }).schedules;
}

async function runOn(day: string) {
  await runSchedules(context, fixture.pool, day);
  await context.runs.settled();
  const { rows } = await fixture.pool.query<{ as_of: string; input: Record<string, unknown>; state: string }>(
    'select as_of, input, state from run where schedule is not null order by created_at',
  );
  return rows;
}

describe('a month end', () => {
  test('is created on the day after, once, with the same inputs, and marked in Downloads', async () => {
    const { body } = await schedule('officer', await makeRun('officer'));
    expect(body).toMatchObject({ every: 'month-end', next: '2026-11-30', issuer: 1001, stopped: null });
    expect(await runOn('2026-11-30')).toEqual([]);
    const made = [
      expect.objectContaining({
        as_of: '2026-11-30',
        state: 'ready',
        input: expect.objectContaining({ CutoffDate: '2026-11-30', restrictionStatus: 'All' }),
      }),
    ];
    expect(await runOn('2026-12-01')).toEqual(made);
    expect(await runOn('2026-12-01')).toEqual(made);
    expect(await runOn('2026-12-02')).toEqual(made);
    expect((await listed('officer'))[0]?.next).toBe('2026-12-31');
    const officer = await context.userById(await fixture.userId(demo.officer));
    const runs = officer ? await listRuns(fixture.pool, context, officer) : [];
    expect(runs.map(({ isScheduled }) => isScheduled)).toEqual([true, false]);
    const { rows } = await fixture.pool.query(
      `select actor, outcome, detail from audit where action = 'report' and detail ? 'schedule' order by seq desc limit 1`,
    );
    expect(rows).toEqual([{ actor: officer?.id, outcome: 'ok', detail: { schedule: body.id } }]);
  });

  test('two dashboards create one file; missed months are made up for once', async () => {
    await schedule('officer', await makeRun('officer'));
    const before = (await runOn(today)).length;
    const day = '2027-03-05';
    await Promise.all([runSchedules(context, fixture.pool, day), runSchedules(context, fixture.pool, day)]);
    const all = await runOn(day);
    expect(all.slice(before).map(({ as_of }) => as_of)).toEqual(['2027-02-28']);
  });

  test('a report of a period is of the month', async () => {
    const input = { startDate: '2026-10-01', endDate: '2026-10-31' };
    await schedule('officer', await makeRun('officer', 'GenerateControlBook', input));
    const all = await runOn('2026-12-01');
    expect(all.at(-1)?.input).toMatchObject({ startDate: '2026-11-01', endDate: '2026-11-30' });
  });
});

test('a record date is created on the day after it', async () => {
  await schedule('operator', await makeRun('operator'), 'record-date');
  const before = (await runOn('2026-12-10')).length;
  const all = await runOn('2026-12-11');
  expect(all.slice(before).map(({ as_of }) => as_of)).toEqual(['2026-12-10']);
});

describe('permission', () => {
  test.each([
    ['the issuer is withdrawn', 'update person_issuer set expires_at = now() where person = $1'],
    ['the account is disabled', 'update person set disabled_at = now() where id = $1'],
  ])('when %s, it stops with a reason and calls nothing', async (_name, sql) => {
    const { body } = await schedule('officer', await makeRun('officer'));
    await fixture.pool.query(sql, [await fixture.userId(demo.officer)]);
    const calls = registry.calls.length;
    const before = (await runOn('2026-12-01')).length;
    expect(registry.calls.length).toBe(calls);
    await fixture.pool.query('update person set disabled_at = null');
    await fixture.pool.query('update person_issuer set expires_at = null');
    expect(await listed('officer')).toMatchObject([
      { id: body.id, stopped: 'You may not create this report any more.' },
    ]);
    // Also after the right has come back.
    expect((await runOn('2027-01-01')).length).toBe(before);
  });

  test('only the owner of a run schedules it, and only the owner of a schedule sees and stops it', async () => {
    const run = await makeRun('officer');
    for (const who of ['admin', 'operator', 'viewer'] as const)
      expect((await schedule(who, run)).body.error?.code).toBe('not_found');
    const { body } = await schedule('officer', run);
    const stop = async (who: Who) =>
      (
        await handleScheduleStop(
          pageRequest('/x', { cookie: await fixture.cookieOf(demo[who]), method: 'DELETE' }),
          fixture.pool,
          context,
          body.id,
        )
      ).status;
    expect(await listed('admin')).toEqual([]);
    expect(await stop('admin')).toBe(404);
    expect(await stop('officer')).toBe(200);
    expect(await listed('officer')).toEqual([]);
    const before = (await runOn(today)).length;
    expect((await runOn('2026-12-01')).length).toBe(before);
  });

  test('files with full tax IDs or access codes are not scheduled', async () => {
    const input = {
      cutoff: today,
      certificateInfoStatus: 'Outstanding',
      restrictionStatus: 'All',
      addressStatus: 'All',
    };
    const secret = await makeRun('operator', 'GenerateShareholderList', { ...input, showTaxId: true });
    expect((await schedule('operator', secret)).body.error?.fields).toHaveProperty('every');
    const plain = await makeRun('operator', 'GenerateShareholderList', input);
    expect((await schedule('operator', plain)).status).toBe(200);
    expect((await schedule('operator', plain, 'weekly')).status).toBe(400);
  });
});

test('a registry that fails is asked again later, and the reason is shown until then', async () => {
  await schedule('officer', await makeRun('officer'));
  const before = (await runOn(today)).length;
  registry.handle = () => ({ status: 500, body: '{}' });
  expect((await runOn('2026-12-01')).length).toBeGreaterThanOrEqual(before);
  expect((await listed('officer'))[0]?.problem).toMatch(/registry/);
  registry.handle = working;
  await fixture.pool.query('update schedule set retry_at = now()');
  const all = await runOn('2026-12-01');
  expect(all.at(-1)).toMatchObject({ as_of: '2026-11-30', state: 'ready' });
  expect((await listed('officer'))[0]?.problem).toBeNull();
});
