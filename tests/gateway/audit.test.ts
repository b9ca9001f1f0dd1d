import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handleAuditFile, handleAuditList, handleAuditProof } from '#lib/gateway/audit-access';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { readCells, unzip } from '#lib/sheet/archive-for-tests';
import { isFormulaLike } from '#lib/sheet/formula-like';
import { type StandIn, startStandIn } from '../fakes/registry.ts';
import { demo, type GatewayFixture, openGatewayFixture, pageRequest } from './gateway-fixture.ts';

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let admin: string;
let adminId: string;
/** The last entry that was recorded for the tests; requests of the tests are recorded after it. */
let last: bigint;

beforeAll(async () => {
  fixture = await openGatewayFixture();
  registry = await startStandIn({ handle: () => ({ body: '[]' }) });
  context = fixture.context(registry.base);
  admin = await fixture.cookieOf(demo.admin);
  adminId = await fixture.userId(demo.admin);
  const { audit } = context;
  const entry = { requestId: 'r', actor: adminId, outcome: 'ok', issuer: 1001 } as const;
  await audit.record({ ...entry, action: 'read', endpoint: 'GetHoldingSummary', object: 'H-1' });
  await audit.record({
    ...entry,
    action: 'reveal',
    object: 'H-1',
    detail: { field: 'primaryTaxId', reason: 'Letter' },
  });
  await audit.record({
    ...entry,
    action: 'run-file',
    endpoint: 'GenerateShareholderList',
    issuer: 1002,
    object: 'x',
  });
  await audit.record({
    ...entry,
    action: 'write',
    endpoint: 'CreateOrUpdate',
    object: 'H-2',
    effectiveDate: '2026-11-20',
    before: { name: '=1+1' },
    after: { name: '@SUM(A1)' },
  });
  const wrong = { ...entry, actor: null, action: 'sign-in', outcome: 'refused', issuer: null } as const;
  await audit.record({ ...wrong, object: adminId });
  await audit.record({ ...entry, action: 'batch-file', issuer: null, detail: { issuers: '1003, 1004' } });
  last = BigInt((await list('?action=all')).entries[0]?.seq ?? 0);
});
afterAll(async () => {
  await registry.stop();
  await fixture.stop();
});

const where = () => ({
  ...{ pool: fixture.pool, context, zone: 'America/New_York', today: '2026-11-20' },
  now: new Date('2026-11-20T15:04:05Z'),
});
const request = (path: string, cookie = admin, headers = {}) => pageRequest(path, { cookie, headers });

type Line = {
  seq: string;
  action: string;
  words: string;
  recorded: string;
  at: string;
  effectiveDate: string | null;
};

async function list(query = ''): Promise<{ entries: Line[]; total: number; choices: { actions: string[] } }> {
  const response = await handleAuditList(request(`/api/audit${query}`), where());
  expect(response.status).toBe(200);
  return (await response.json()) as never;
}
const planted = async (query = '') => (await list(query)).entries.filter(({ seq }) => BigInt(seq) <= last);
const actions = async (query: string) => (await planted(query)).map(({ action }) => action);

describe('list', () => {
  test('newest first, with descriptions; views are left out unless requested', async () => {
    const { choices } = await list();
    const entries = await planted();
    expect(entries.map(({ words }) => words)).toEqual([
      'Downloaded an archive of reports',
      'Signed in – refused',
      'Sent “Create a shareholder account, or update the one with the given ID” for H-2',
      'Downloaded “Shareholder list”',
      'Revealed the tax ID of H-1',
    ]);
    expect(entries[2]).toMatchObject({ effectiveDate: '2026-11-20', before: { name: '=1+1' } });
    expect(choices.actions).toContain('reveal');
    expect(await actions('?action=all')).toContain('read');
  });

  const filters: [string, string[]][] = [
    ['action=secrets', ['reveal']],
    ['action=files', ['batch-file', 'run-file']],
    ['issuer=1004', ['batch-file']],
    ['issuer=100', []],
    ['action=writes', ['write']],
    ['action=accounts', ['sign-in']],
    ['action=read', ['read']],
    ['issuer=1002', ['run-file']],
    ['object=h-2', ['write']],
    ['person=nobody', ['sign-in']],
    ['outcome=refused&action=accounts', ['sign-in']],
    ['from=2100-01-01', []],
    ['to=2000-01-01', []],
  ];
  test.each(filters)('%s', async (query, requested) => expect(await actions(`?${query}`)).toEqual(requested));

  test('filters by user and by day in the registry’s time zone', async () => {
    const day = (await planted())[0]?.recorded.slice(0, 10);
    expect(await actions(`?person=${adminId}&from=${day}&to=${day}&action=secrets`)).toEqual(['reveal']);
    expect(await actions(`?person=${await fixture.userId(demo.viewer)}`)).toEqual([]);
  });

  test.each([
    'issuer=1001x',
    'person=1',
    'outcome=fine',
    'from=2026-02-30',
    'action=%27',
    'issuer=1&issuer=2',
  ])('%s is rejected, not ignored', async (query) =>
    expect((await handleAuditList(request(`/api/audit?${query}`), where())).status).toBe(400),
  );

  test('single entry', async () => {
    const { entries } = await list();
    const response = await handleAuditList(request(`/api/audit?entry=${entries[0]?.seq}`), where());
    expect(await response.json()).toMatchObject({ entry: { seq: entries[0]?.seq } });
    expect((await handleAuditList(request('/api/audit?entry=999999'), where())).status).toBe(404);
  });
});

describe('only for administrators', () => {
  const doors = { list: handleAuditList, file: handleAuditFile, proof: handleAuditProof };
  const others = ['operator', 'officer', 'viewer', 'downloader'] as const;
  test.each(Object.keys(doors) as (keyof typeof doors)[])('%s', async (door) => {
    for (const who of others) {
      const response = await doors[door](request('/api/audit', await fixture.cookieOf(demo[who])), where());
      expect([who, response.status]).toEqual([who, 403]);
      expect(await response.text()).not.toMatch(/H-1|Letter/);
    }
    expect((await doors[door](request('/api/audit', ''), where())).status).toBe(401);
    expect(
      (await doors[door](request('/api/audit', admin, { authorization: 'Bearer x' }), where())).status,
    ).toBe(401);
  });
});

describe('exports', () => {
  test('CSV has every matching entry, formulas are escaped, and the export is audited', async () => {
    const exports = async () => (await list('?action=audit-file&outcome=ok')).entries.length;
    const before = await exports();
    const response = await handleAuditFile(request('/api/audit/file?format=csv&action=writes'), where());
    const text = await response.text();
    expect(response.headers.get('content-disposition')).toContain('AuditTrail_20261120.csv');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('name: =1+1');
    expect(text).toContain('\r\nCreated at,"Nov 20, 2026, 10:04 AM EST"\r\n');
    expect(text).toMatch(/\r\nCheckpoint,\d+:[0-9a-f]{64}\r\n/);
    for (const cell of text.split(/,|\r\n/)) expect(isFormulaLike(cell.replace(/^\ufeff/, ''))).toBe(false);
    expect(await exports()).toBe(before + 1);
  });

  test('XLSX', async () => {
    const response = await handleAuditFile(request('/api/audit/file?format=xlsx'), where());
    const parts = unzip(Buffer.from(await response.arrayBuffer()));
    const texts = [...parts.entries()].filter(([name]) => name.includes('worksheets'));
    expect(texts.map(([, part]) => part.toString()).join()).not.toContain('<f>');
    expect(readCells).toBeTypeOf('function');
    expect(texts.map(([, part]) => part.toString()).join()).toContain('Revealed the tax ID of H-1');
  });

  test('an unknown format is rejected', async () => {
    expect((await handleAuditFile(request('/api/audit/file?format=pdf'), where())).status).toBe(400);
  });
});

test('verification, with and without a saved checkpoint', async () => {
  const prove = async (query = '') =>
    (await (await handleAuditProof(request(`/api/audit/proof${query}`), where())).json()) as {
      whole: boolean;
      seal: string;
      words: string;
    };
  const { whole, seal, words } = await prove();
  expect(whole).toBe(true);
  expect(words).toMatch(/^All \d+ entries verified/);
  expect((await prove(`?seal=${seal}`)).whole).toBe(true);
  expect((await prove(`?seal=${seal.replace(/^\d+/, '1')}`)).whole).toBe(false);
  expect((await handleAuditProof(request('/api/audit/proof?seal=1'), where())).status).toBe(400);
});
