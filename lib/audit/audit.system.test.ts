import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../postgres/migrate.ts';
import { openPool } from '../postgres/pool.ts';
import { openTestServer, type TestServer } from '../postgres/server-for-tests.ts';
import { openAudit } from './audit.ts';
import type { AuditEntry } from './entry.ts';
import { lastVisit } from './last-visit.ts';
import { verifyTrail } from './verify.ts';

let dataDir: string;
let server: TestServer;
let pool: Pool;
let other: Pool;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sharebook-audit-'));
  server = await openTestServer(dataDir);
  await server.ensureDatabase('trail');
  const url = server.urlFor('trail');
  await migrate(url, new URL('../store/migrations/', import.meta.url));
  pool = openPool(url, { max: 4, applicationName: 'audit test' });
  other = openPool(url, { max: 4, applicationName: 'another dashboard' });
}, 60_000);

beforeEach(() =>
  behindItsBack(
    'truncate audit, audit_head',
    `insert into audit_head (seq, hash) values (0, '\\x${'00'.repeat(32)}')`,
  ),
);

afterAll(async () => {
  await Promise.all([pool.end(), other.end()]);
  await server.release();
  rmSync(dataDir, { recursive: true, force: true });
}, 120_000);

const entry = (index: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  requestId: `r-${index}`,
  actor: null,
  action: 'read',
  outcome: 'ok',
  issuer: 1001,
  ...more,
});

/** Simulates an attacker with direct access to the database, who bypasses the triggers. */
async function behindItsBack(...statements: string[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('alter table audit disable trigger all');
    await client.query('alter table audit_head disable trigger all');
    for (const text of statements) await client.query(text);
    await client.query('alter table audit enable trigger all');
    await client.query('alter table audit_head enable trigger all');
    await client.query('commit');
  } finally {
    client.release();
  }
}

async function written(count: number): Promise<void> {
  const audit = openAudit(pool);
  const before = { name: 'A' };
  const after = { name: 'B' };
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      audit.record(entry(index, index % 3 ? {} : { before, after, effectiveDate: '2026-11-20' })),
    ),
  );
}

test('two processes writing 10,000 entries at once create one chain without a gap', async () => {
  const writers = [openAudit(pool), openAudit(other)];
  const entries = Array.from({ length: 10_000 }, (_, index) => entry(index, { detail: { index } }));
  await Promise.all(entries.map((one, index) => writers[index % 2]?.record(one)));
  const proof = await verifyTrail(pool);
  expect(proof).toMatchObject({ entries: 10_000, fault: null });
  const { rows } = await pool.query('select count(distinct request_id) as n, max(seq) as last from audit');
  expect(rows[0]).toEqual({ n: 10_000n, last: 10_000n });
});

test('the text of an entry is kept, except tax IDs and control characters', async () => {
  await openAudit(pool).record(
    entry(1, {
      effectiveDate: '2026-11-20T00:00:00Z',
      before: { primaryTaxId: '900-12-3456', name: 'Ann' },
      after: { primaryTaxId: '900123457', name: 'Ann\r\nB 900-12-3456\u001b[31m' },
      detail: { reason: 'Caller gave SSN 900123456' },
    }),
  );
  const { rows } = await pool.query(
    'select effective_date as day, before, after, detail from audit where seq = 1',
  );
  expect(rows[0]).toEqual({
    day: '2026-11-20',
    before: { primaryTaxId: '*****3456', name: 'Ann' },
    after: { primaryTaxId: '*****3457', name: 'Ann??B *****3456?[31m' },
    detail: { reason: 'Caller gave SSN *****3456' },
  });
});

describe('the audit trail is append-only', () => {
  const rejected = [
    `update audit set outcome = 'ok' where seq = 3`,
    'delete from audit where seq = 3',
    'truncate audit',
    'update audit_head set seq = seq - 1',
    'delete from audit_head',
    'truncate audit_head',
  ];
  test.each(rejected)('%s', async (text) => {
    await written(5);
    await expect(pool.query(text)).rejects.toThrow('only grows');
  });
});

describe('changes that bypass the triggers are detected', () => {
  const swap = `with two as (select a.seq, b as other from audit a join audit b on a.seq + b.seq = 9 where a.seq in (4, 5))
    update audit set action = (two.other).action, request_id = (two.other).request_id, hash = (two.other).hash,
      prev_hash = (two.other).prev_hash, detail = (two.other).detail, before = (two.other).before,
      after = (two.other).after, effective_date = (two.other).effective_date, at = (two.other).at
    from two where audit.seq = two.seq`;
  const deeds: [string, string[], { kind: string; seq: bigint }][] = [
    ['outcome', [`update audit set outcome = 'refused' where seq = 6`], { kind: 'changed', seq: 6n }],
    ['before', [`update audit set before = '{"name":"C"}' where seq = 7`], { kind: 'changed', seq: 7n }],
    [
      'a field of an old entry',
      [`update audit set after = '{}' where seq = 5`],
      { kind: 'changed', seq: 5n },
    ],
    ['time', [`update audit set at = at + interval '1 ms' where seq = 6`], { kind: 'changed', seq: 6n }],
    ['own hash made anew', rehashed(6), { kind: 'moved', seq: 7n }],
    ['one entry deleted', ['delete from audit where seq = 6'], { kind: 'missing', seq: 6n }],
    ['the first deleted', ['delete from audit where seq = 1'], { kind: 'missing', seq: 1n }],
    ['two swapped', [swap], { kind: 'changed', seq: 4n }],
    ['the tail cut', ['delete from audit where seq > 8'], { kind: 'cut', seq: 9n }],
    ['all deleted', ['delete from audit'], { kind: 'cut', seq: 1n }],
    ['the head deleted', ['delete from audit_head'], { kind: 'head', seq: 10n }],
    ['the head set back', ['update audit_head set seq = 9'], { kind: 'head', seq: 9n }],
    ['an entry put in', [added], { kind: 'changed', seq: 11n }],
  ];
  test.each(deeds)('%s', async (_name, statements, error) => {
    await written(10);
    await behindItsBack(...statements);
    expect((await verifyTrail(pool)).fault).toEqual(error);
  });

  test('each of 10,000 single changes', async () => {
    await written(10_000);
    expect((await verifyTrail(pool)).fault).toBeNull();
    // Changes every entry in a way that each entry's hash detects.
    await behindItsBack(`update audit set request_id = request_id || ' '`);
    const { rows } = await pool.query(
      `select count(*) filter (where hash <> audit_digest(audit)) as shown, count(*) as entries from audit`,
    );
    expect(rows[0]).toEqual({ shown: 10_000n, entries: 10_000n });
    expect((await verifyTrail(pool)).fault).toEqual({ kind: 'changed', seq: 1n });
  });
});

describe('saved checkpoint', () => {
  const cut = [
    'delete from audit where seq > 8',
    'update audit_head set seq = 8, hash = (select hash from audit where seq = 8)',
  ];
  test('detects a tail truncated together with the head', async () => {
    await written(10);
    const { checkpoint } = await verifyTrail(pool);
    await behindItsBack(...cut);
    expect((await verifyTrail(pool)).fault).toBeNull();
    expect((await verifyTrail(pool, checkpoint)).fault).toEqual({ kind: 'cut', seq: 9n });
  });

  test('detects a rewritten chain, and accepts a longer one', async () => {
    await written(10);
    const { checkpoint } = await verifyTrail(pool);
    await written(1);
    expect((await verifyTrail(pool, checkpoint)).fault).toBeNull();
    await behindItsBack(
      `update audit set outcome = 'refused' where seq = 2`,
      `do $$ declare prev bytea := '\\x${'00'.repeat(32)}'; row audit; begin
         for row in select * from audit order by seq loop
           row.prev_hash := prev; prev := audit_digest(row);
           update audit set prev_hash = row.prev_hash, hash = prev where seq = row.seq;
         end loop;
         update audit_head set hash = prev;
       end $$`,
    );
    expect((await verifyTrail(pool)).fault).toBeNull();
    expect((await verifyTrail(pool, checkpoint)).fault).toEqual({ kind: 'seal', seq: 10n });
  });
});

function rehashed(seq: number): string[] {
  return [
    `update audit set outcome = 'refused' where seq = ${seq}`,
    `update audit set hash = audit_digest(audit) where seq = ${seq}`,
  ];
}

const added = `insert into audit (seq, at, request_id, action, outcome, detail, prev_hash, hash)
  select seq + 1, at, 'x', 'read', 'ok', '{}', hash, hash from audit where seq = 10`;

describe('previous visit', () => {
  const me = '11111111-1111-4111-8111-111111111111';
  const at = (minutesAgo: number, actor: string | null = me) =>
    pool.query(
      `select audit_append(jsonb_build_array(jsonb_build_object('at', now() - $1 * interval '1 minute',
         'request_id', 'r', 'actor', $2::text, 'action', 'read', 'outcome', 'ok')))`,
      [minutesAgo, actor],
    );
  const minutesSince = async () => {
    const visit = await lastVisit(pool, me);
    return visit.state === 'since' ? Math.round((Date.now() - Date.parse(visit.at)) / 60_000) : visit.state;
  };

  test('is the last action before a pause of half an hour, whatever others did', async () => {
    expect(await minutesSince()).toBe('first');
    for (const ago of [25, 5]) await at(ago);
    expect(await minutesSince()).toBe('first');
    await behindItsBack('truncate audit');
    for (const ago of [4000, 3990, 100, 80, 52, 25, 5]) await at(ago);
    await at(40, null);
    expect(await minutesSince()).toBe(3990);
  });

  test('is the last action when there is none in this visit', async () => {
    for (const ago of [400, 45]) await at(ago);
    expect(await minutesSince()).toBe(45);
  });
});

describe('npm run audit:verify', () => {
  async function verify(...args: string[]) {
    const program = ['--conditions=react-server', 'scripts/audit-verify.ts', ...args];
    const env = { ...process.env, DATABASE_URL: server.urlFor('trail'), DATA_DIR: dataDir };
    const child = spawn(process.execPath, program, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part));
    const [code] = (await once(child, 'close')) as [number];
    return { code, text };
  }

  test('exits with 0 for valid, 1 for broken, 2 for invalid arguments', async () => {
    await written(4);
    const whole = await verify();
    expect(whole).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^All 4 entries verified.*\nCheckpoint: 4:[0-9a-f]{64}\n$/),
    });
    await behindItsBack('delete from audit where seq = 2');
    expect(await verify('--json')).toMatchObject({
      code: 1,
      text: expect.stringContaining('"kind":"missing","entry":2'),
    });
    expect(await verify('--seal', 'x')).toMatchObject({
      code: 2,
      text: expect.stringContaining('is not a seal'),
    });
  });
});
