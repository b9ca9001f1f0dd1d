import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MonthEnd, MonthEndRead } from '#lib/api/month-ends';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { handleMonthEnds } from '#lib/gateway/month-ends';
import { packVerdict } from '#lib/gateway/runs/pack-verdict';
import { type StandIn, startStandIn } from '#tests/fakes/registry';
import { demo, type GatewayFixture, openGatewayFixture, pageRequest } from './gateway-fixture.ts';

// What was said of a month end stays; a later reading is shown beside it.

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
/** What the control book of the fake registry has, and the version of its books. */
let book: { issued: number; version: number };
/** The registry fails on the proof. */
let isBroken: boolean;
/** The registry is still reading the books of a large register. */
let isReading: boolean;
let isOffered: boolean;
const today = '2026-11-20';
const end = '2026-10-31';

const register = { outstanding: 100, treasury: 0, restricted: 0, certificates: 1, holders: 1 };
const proof = (cutoff: string) => ({
  asOfDate: cutoff,
  readAt: '2026-11-20T15:00:00Z',
  version: book.version,
  classes: [
    {
      security: 'Common',
      isUnlimited: false,
      certificates: register,
      dayTotals: register,
      controlBook: { authorized: 1000, issued: book.issued, treasury: 0, reserved: 0 },
      changes: { authorized: 1000, reserved: 0 },
      answers: {
        authorized: 1000,
        issued: 100,
        outstanding: 100,
        restricted: 0,
        reserved: 0,
        holders: 1,
        ownedShares: 100,
        ownedHolders: 1,
        dilutedReserves: 0,
      },
      journal: {
        issued: 100,
        outstanding: 100,
        holdersDiffering: 0,
        sharesDiffering: 0,
        unbalancedTransactions: 0,
      },
      entries: { differing: 0, sharesDiffering: 0, firstDate: null },
      registerDiffersSince: null,
      bookDiffersSince: null,
    },
  ],
  openRecordDifferences: [],
  recordDateLists: [],
  plans: [],
  unposted: [],
});

beforeAll(async () => {
  fixture = await openGatewayFixture();
  registry = await startStandIn({
    handle: ({ path, search }) => {
      if (path === '/agent/v1')
        return isOffered
          ? { body: JSON.stringify({ version: '1', operations: ['GetAgentOperations', 'GetProof'] }) }
          : { status: 404 };
      if (path !== '/agent/v1/proof' || isBroken) return { status: 500, body: '{}' };
      if (isReading) return { status: 429, headers: { 'retry-after': '2' }, body: '{}' };
      return { body: JSON.stringify(proof(new URLSearchParams(search).get('cutoff') ?? '')) };
    },
  });
});
beforeEach(async () => {
  registry.calls.length = 0;
  book = { issued: 100, version: 7 };
  [isBroken, isReading, isOffered] = [false, false, true];
  await fixture.pool.query('delete from month_end_verdict');
  context = fixture.context(registry.base);
});
afterAll(async () => {
  await registry?.stop();
  await fixture?.stop();
});

type Who = keyof typeof demo | null;
async function send(who: Who, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const cookie = who ? await fixture.cookieOf(demo[who]) : '';
  const request = pageRequest(path, { cookie, ...(body === undefined ? {} : { body }), headers });
  const response = await handleMonthEnds(request, fixture.pool, context, today);
  return { status: response.status, body: await response.json() };
}
const read = async (body: unknown = { issuer: 1001, end }, who: Who = 'operator') =>
  (await send(who, '/api/month-ends', body)).body as MonthEndRead;
const stored = async (before = today, who: Who = 'operator') =>
  (await send(who, `/api/month-ends?issuer=1001&before=${before}`)).body.monthEnds as MonthEnd[];

test('nothing is said of a month that was never read', async () => expect(await stored()).toEqual([]));

test('the first reading is stored and stays; a later one is beside it, with what differs', async () => {
  const first = await read();
  expect(first).toMatchObject({ stored: { end, kind: 'in proof', version: '7' }, changes: [] });
  book = { issued: 140, version: 8 };
  const later = await read();
  expect(later.stored).toEqual(first.stored);
  expect(later.now).toMatchObject({ kind: 'out of proof', label: 'Out of proof: 40 shares', version: '8' });
  expect(later.changes.length).toBeGreaterThan(0);
  expect(later.changes[0]).toMatchObject({
    className: 'Common',
    before: { left: '100', right: '100' },
    now: { left: '140', right: '100' },
  });
  expect(await stored()).toEqual([first.stored]);
});

test('a later posting that leaves the month as it was changes nothing', async () => {
  const first = await read();
  book.version = 9;
  expect(await read()).toMatchObject({ stored: first.stored, now: { version: '9' }, changes: [], more: 0 });
});

test('books that cannot be read are not stored, and what was stored stays', async () => {
  isOffered = false;
  expect((await send('operator', '/api/month-ends', { issuer: 1001, end })).status).toBe(502);
  expect(await stored()).toEqual([]);
  isOffered = true;
  context = fixture.context(registry.base);
  const first = await read();
  isBroken = true;
  expect((await send('operator', '/api/month-ends', { issuer: 1001, end })).status).toBe(502);
  expect(await stored()).toEqual([first.stored]);
});

test('out of proof stays so after it was corrected', async () => {
  book.issued = 140;
  await read();
  book.issued = 100;
  expect(await read()).toMatchObject({ stored: { kind: 'out of proof' }, now: { kind: 'in proof' } });
  expect((await stored()).map(({ kind }) => kind)).toEqual(['out of proof']);
});

test('only month ends before the day are listed, the latest first', async () => {
  for (const one of ['2026-08-31', '2026-10-31', '2026-09-30']) await read({ issuer: 1001, end: one });
  expect((await stored('2026-10-31')).map((one) => one.end)).toEqual(['2026-09-30', '2026-08-31']);
});

test('the verdict of a month-end pack is stored as well, that of a record date is not', async () => {
  const user = await context.userOf(new Headers({ cookie: await fixture.cookieOf(demo.operator) }));
  const asked = { issuer: 1001, day: end, requestId: 'r' };
  const made = (isMonthEnd: boolean) =>
    packVerdict((go) => go(false), context, fixture.pool, user!, { ...asked, isMonthEnd });
  expect((await made(false)).kind).toBe('in proof');
  expect(await stored()).toEqual([]);
  await made(true);
  expect(await stored()).toMatchObject([{ end, kind: 'in proof', version: '7' }]);
});

/** Whether each reading of the proof so far was to be a new one. */
const fresh = () =>
  registry.calls
    .filter(({ path }) => path === '/agent/v1/proof')
    .map(({ search }) => new URLSearchParams(search).get('isFresh') === 'true');

test('while the registry is reading, month ends say so and ask for the same reading again', async () => {
  isReading = true;
  const busy = await send('operator', '/api/month-ends', { issuer: 1001, end });
  expect([busy.status, busy.body.error.code]).toEqual([503, 'upstream_busy']);
  isReading = false;
  expect(await read({ issuer: 1001, end, isAgain: true })).toMatchObject({ stored: { kind: 'in proof' } });
  expect([fresh().at(0), fresh().at(-1)]).toEqual([true, false]);
});

test('a pack waits while the registry is reading and asks for the same reading again', async () => {
  const user = await context.userOf(new Headers({ cookie: await fixture.cookieOf(demo.operator) }));
  isReading = true;
  const waitingOnce = async <T>(go: (isAgain: boolean) => Promise<T>) => {
    await expect(go(false)).rejects.toMatchObject({ code: 'upstream_busy', retryAfter: 2 });
    isReading = false;
    return go(true);
  };
  const asked = { issuer: 1001, day: end, requestId: 'r', isMonthEnd: false };
  expect((await packVerdict(waitingOnce, context, fixture.pool, user!, asked)).kind).toBe('in proof');
  expect([fresh().at(0), fresh().at(-1)]).toEqual([true, false]);
});

test.each([
  ['no session', null, { issuer: 1001, end }, {}, 401],
  ['another site', 'operator', { issuer: 1001, end }, { origin: 'https://evil.test' }, 403],
  ['a downloader', 'downloader', { issuer: 1004, end }, {}, 403],
  ['an issuer outside the grant', 'officer', { issuer: 1002, end }, {}, 403],
  ['no issuer', 'operator', { end }, {}, 400],
  ['a day within a month', 'operator', { issuer: 1001, end: '2026-10-30' }, {}, 400],
  ['a month that has not ended', 'operator', { issuer: 1001, end: '2026-11-30' }, {}, 400],
  ['no date', 'operator', { issuer: 1001, end: '2026-02-31' }, {}, 400],
] as const)('%s is refused', async (_, who, body, headers, status) => {
  expect((await send(who, '/api/month-ends', body, headers)).status).toBe(status);
  expect(registry.calls.filter(({ path }) => path === '/agent/v1/proof')).toEqual([]);
});
