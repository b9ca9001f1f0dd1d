import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrate } from '../postgres/migrate.ts';
import { openPool } from '../postgres/pool.ts';
import { openTestServer, type TestServer } from '../postgres/server-for-tests.ts';
import { openAudit } from './audit.ts';
import type { AuditEntry } from './entry.ts';
import { openRejectedRequests, otherSources, ownEntriesMax, sourcesMax } from './rejected-requests.ts';
import { verifyTrail } from './verify.ts';

let dataDir: string;
let server: TestServer;
let pool: Pool;
let other: Pool;
let start = 0n;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sharebook-refusals-'));
  server = await openTestServer(dataDir);
  await server.ensureDatabase('refusals');
  const url = server.urlFor('refusals');
  await migrate(url, new URL('../store/migrations/', import.meta.url));
  pool = openPool(url, { max: 4, applicationName: 'refusals test' });
  other = openPool(url, { max: 4, applicationName: 'another dashboard' });
}, 60_000);

beforeEach(async () => {
  await pool.query('delete from refused_request');
  start = (await pool.query<{ seq: bigint }>('select seq from audit_head')).rows[0]?.seq ?? 0n;
});

afterAll(async () => {
  await Promise.all([pool.end(), other.end()]);
  await server.release();
  rmSync(dataDir, { recursive: true, force: true });
}, 120_000);

const rejected = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  requestId: 'r',
  actor: null,
  action: 'call',
  outcome: 'refused',
  address: '203.0.113.9',
  detail: { code: 'unauthenticated' },
  ...more,
});

type Entry = { action: string; outcome: string; address: string; detail: Record<string, number | string> };

/** Entries written since the test began. */
async function entries(): Promise<Entry[]> {
  const text = 'select action, outcome, address, detail from audit where seq > $1 order by seq';
  return (await pool.query<Entry>(text, [start])).rows;
}

async function counts(): Promise<number> {
  const { rows } = await pool.query<{ n: bigint }>(
    'select coalesce(sum(count), 0)::bigint as n from refused_request',
  );
  return Number(rows[0]?.n);
}

const sumOf = (rows: readonly Entry[]) => rows.reduce((sum, { detail }) => sum + Number(detail.count), 0);

test('two thousand requests without a session are one entry with their exact count', async () => {
  const audit = openAudit(pool);
  const actions = [
    'call',
    'run-file',
    'batch-read',
    'write-read',
    'reveal',
    'account-rights',
    'audit-list',
    'report',
  ];
  await Promise.all(
    Array.from({ length: 2_000 }, (_, each) => audit.record(rejected({ action: actions[each % 8] ?? '' }))),
  );
  // Each count is on disk before its request is answered.
  expect([await counts(), await entries()]).toEqual([2_000, []]);
  await audit.rejections.close();
  const rows = await entries();
  // Two if a minute ended in between.
  expect(rows.length).toBeLessThanOrEqual(2);
  const sums: Record<string, number> = {};
  for (const { action, outcome, address, detail } of rows) {
    expect([action, outcome, address]).toEqual(['requests-refused', 'refused', '203.0.113.9']);
    const { first, last, ...numbers } = detail;
    expect(Date.parse(String(first))).toBeLessThanOrEqual(Date.parse(String(last)));
    for (const [name, count] of Object.entries(numbers)) sums[name] = (sums[name] ?? 0) + Number(count);
  }
  const [each, files] = [250, 750];
  expect(sums).toEqual({
    count: 2_000,
    calls: each,
    files,
    writes: each,
    taxIds: each,
    accounts: each,
    auditTrail: each,
  });
  expect(await counts()).toBe(0);
  expect((await verifyTrail(pool)).fault).toBeNull();
});

test('two dashboards that count and fold at once lose and double nothing', async () => {
  let at = Date.parse('2026-11-20T15:00:00Z');
  const both = [openRejectedRequests(pool, () => at), openRejectedRequests(other, () => at)];
  for (let minute = 0; minute < 5; minute += 1) {
    const work = both.flatMap((one) => [
      ...Array.from({ length: 100 }, (_, each) => one.count(rejected({ address: `203.0.113.${each % 7}` }))),
      one.fold(),
      one.fold(),
    ]);
    await Promise.all(work);
    at += 60_000;
  }
  await Promise.all(both.map((one) => one.close()));
  const rows = await entries();
  expect([sumOf(rows), await counts()]).toEqual([1_000, 0]);
  expect(rows.length).toBeLessThanOrEqual(5 * 7 * 2);
  expect((await verifyTrail(pool)).fault).toBeNull();
});

test('a minute is folded some seconds after its end, and not before', async () => {
  let at = Date.parse('2026-11-20T15:00:59Z');
  const rejections = openRejectedRequests(pool, () => at);
  await rejections.count(rejected());
  at = Date.parse('2026-11-20T15:01:04Z');
  expect(await rejections.fold()).toBe(0);
  at = Date.parse('2026-11-20T15:01:05Z');
  expect(await rejections.fold()).toBe(1);
  expect((await entries())[0]?.detail).toMatchObject({ count: 1, first: '2026-11-20T15:00:59.000Z' });
});

test('the counts of a dead process are folded by the next start', async () => {
  await openRejectedRequests(pool, () => Date.now() - 600_000).count(rejected());
  const next = openRejectedRequests(other);
  next.start();
  await expect.poll(entries).toHaveLength(1);
  await next.close();
  expect(sumOf(await entries())).toBe(1);
});

test('while the audit trail cannot be written the counts stay, and are folded once afterwards', async () => {
  const rejections = openRejectedRequests(pool);
  await Promise.all(Array.from({ length: 30 }, () => rejections.count(rejected())));
  await pool.query('alter function audit_append(jsonb) rename to audit_append_away');
  await expect(rejections.close()).rejects.toThrow('audit_append');
  expect(await counts()).toBe(30);
  await pool.query('alter function audit_append_away(jsonb) rename to audit_append');
  await rejections.close();
  expect([sumOf(await entries()), await counts()]).toEqual([30, 0]);
});

test('beyond a thousand sources per minute the rest is counted together', async () => {
  const rejections = openRejectedRequests(pool, () => Date.parse('2026-11-20T15:00:00Z'));
  const total = sourcesMax + 500;
  await Promise.all(
    Array.from({ length: total }, (_, each) =>
      rejections.count(rejected({ address: `10.0.${Math.floor(each / 250)}.${each % 250}` })),
    ),
  );
  await rejections.close();
  const rows = await entries();
  expect(rows).toHaveLength(sourcesMax + 1);
  expect(sumOf(rows)).toBe(total);
  expect(rows.find(({ address }) => address === otherSources)?.detail.count).toBe(500);
});

test('addresses of one IPv6 network are one source', async () => {
  const rejections = openRejectedRequests(pool, () => Date.parse('2026-11-20T15:00:00Z'));
  await rejections.count(rejected({ address: '2001:db8::1' }));
  await rejections.count(rejected({ address: '2001:db8::ffff:2' }));
  await rejections.close();
  expect((await entries()).map(({ address, detail }) => [address, detail.count])).toEqual([
    ['2001:db8:0:0::/64', 2],
  ]);
});

test('an entry with a user is never counted; one about an account is written up to a limit', async () => {
  const audit = openAudit(pool);
  const [actor, object] = ['7b0c2f70-0c6f-4c5e-9a55-0a5f3f0e9a01', '7b0c2f70-0c6f-4c5e-9a55-0a5f3f0e9a02'];
  await audit.record(rejected({ actor }));
  await audit.record(rejected({ actor, action: 'sign-in-code', detail: { code: 'throttled' } }));
  expect(await entries()).toHaveLength(2);
  const wrong = rejected({ action: 'sign-in', object, detail: { by: 'password' } });
  for (let each = 0; each < ownEntriesMax + 40; each += 1) await audit.record(wrong);
  // A minute may have ended in between, which resets the limit of one source.
  const written = (await entries()).length - 2;
  expect(written).toBeGreaterThanOrEqual(ownEntriesMax);
  expect(written + (await counts())).toBe(ownEntriesMax + 40);
  await audit.record(rejected({ ...wrong, address: '203.0.113.10' }));
  expect(await entries()).toHaveLength(written + 3);
});

test('failed and throttled sign-ins, forms without a session and provider requests have separate counts', async () => {
  const rejections = openRejectedRequests(pool, () => Date.parse('2026-11-20T15:00:00Z'));
  const all = [
    rejected({ action: 'sign-in', detail: { by: 'password' } }),
    rejected({ action: 'sign-in', detail: { code: 'throttled' } }),
    rejected({ action: `sign-in-${'x'.repeat(30)}`, detail: { code: 'not_found' } }),
    rejected({ action: 'sign-out', outcome: 'ok', detail: {} }),
    rejected({ action: 'sign-in-provider', outcome: 'ok', address: '203.0.113.10', detail: {} }),
  ];
  expect(all.map((entry) => rejections.takes(entry))).toEqual(all.map(() => true));
  for (const entry of all) await rejections.count(entry);
  await rejections.close();
  const found = (await entries()).map(({ outcome, detail: { first, last, ...detail } }) => [outcome, detail]);
  expect(found).toEqual(
    expect.arrayContaining([
      ['refused', { count: 4, wrongSignIns: 1, throttledSignIns: 1, signInForms: 2 }],
      ['ok', { count: 0, providerSignIns: 1 }],
    ]),
  );
});
