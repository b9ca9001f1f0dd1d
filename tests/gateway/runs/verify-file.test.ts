import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublicFile } from '#lib/api/public-verification';
import type { Verified } from '#lib/api/verify';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { openLimits } from '#lib/gateway/limits';
import { handlePublicVerification } from '#lib/gateway/runs/public-verification';
import { handleVerify } from '#lib/gateway/runs/verify-file';
import { expireRuns } from '#lib/runs/rows';
import { gather } from '#lib/sheet/archive-for-tests';
import { openBlobZip } from '#lib/sheet/read/blob-zip';
import { cellsLimits, hashCells } from '#lib/sheet/read/cells-digest';
import { writeWorkbook } from '#lib/sheet/workbook';
import { type StandIn, startStandIn } from '#tests/fakes/registry';
import {
  callGateway,
  demo,
  type GatewayFixture,
  openGatewayFixture,
  pageRequest,
} from '../gateway-fixture.ts';

// A file is recognized by its digest, by those who may see its issuer.

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
const pdf = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  randomBytes(40),
  Buffer.from('\nstartxref\n9\n%%EOF\n'),
]);
let workbook: Buffer<ArrayBuffer>;
const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const digest = digestOf(pdf);
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

beforeAll(async () => {
  workbook = Buffer.from(
    await gather(
      writeWorkbook({
        sheets: [
          {
            name: 'Report',
            columns: [{ header: 'Shares', kind: 'shares', width: 10 }],
            rows: async function* () {
              yield [1000n];
            },
          },
        ],
        title: 'Control book',
        author: 'Agent',
        date: '2026-11-19',
      }),
    ),
  );
  fixture = await openGatewayFixture();
  registry = await startStandIn({
    handle: ({ method, path, body }, _response, base) =>
      method === 'POST'
        ? {
            body: JSON.stringify({
              downloadUrl: `${base}/Api/v1/Report/DownloadReport/code/list.${String(body).includes('"isPDF":true') ? 'pdf' : 'xlsx'}/access`,
            }),
          }
        : path.includes('/list.xlsx/')
          ? { type: xlsxType, body: workbook }
          : path.includes('/DownloadReport/')
            ? { type: 'application/pdf', body: pdf }
            : path.includes('/agent/')
              ? { status: 404, body: '{}' }
              : { body: '[]' },
  });
  context = fixture.context(registry.base);
  const body = {
    customerIssuerId: 1001,
    startDate: '2026-01-01',
    endDate: '2026-11-19',
    isPDF: true,
  };
  const cookie = await fixture.cookieOf(demo.operator);
  expect((await callGateway(context, '/api/v1/Report/GenerateControlBook', { cookie, body })).status).toBe(
    200,
  );
  await context.runs.settled();
});
afterAll(async () => {
  await registry?.stop();
  await fixture?.stop();
});

async function verify(
  who: keyof typeof demo | null,
  body: unknown,
  headers: Record<string, string> = {},
  from = context,
) {
  const cookie = who ? await fixture.cookieOf(demo[who]) : '';
  const request = pageRequest('/api/verify', { cookie, body, headers });
  const response = await handleVerify(request, fixture.pool, from, 'America/New_York');
  return {
    status: response.status,
    body: (await response.json()) as Verified & { error?: { code: string } },
  };
}
const fileFor = async (who: keyof typeof demo, sha256 = digest) => (await verify(who, { sha256 })).body.file;

test('says which run made it, for whom, as of when; the run itself to its own user', async () => {
  const own = await fileFor('operator');
  expect(own).toMatchObject({
    endpoint: 'GenerateControlBook',
    issuer: 1001,
    from: '2026-01-01',
    asOf: '2026-11-19',
    bytes: pdf.length,
    run: expect.stringMatching(/^[\w-]{22}$/),
  });
  expect(own?.createdBy).toBeTruthy();
  for (const who of ['admin', 'officer', 'viewer'] as const)
    expect(await fileFor(who)).toMatchObject({ issuer: 1001, run: null });
});

test('users who may not see the issuer get the answer for an unknown file', async () => {
  const unknown = await verify('downloader', { sha256: '0'.repeat(64) });
  expect(unknown).toEqual({ status: 200, body: { file: null } });
  expect(await verify('downloader', { sha256: digest })).toEqual(unknown);
  await fixture.pool.query('update run set issuer = null where sha256 = $1', [digest]);
  expect([await fileFor('officer'), (await fileFor('admin'))?.issuer]).toEqual([null, null]);
  await fixture.pool.query('update run set issuer = 1001 where sha256 = $1', [digest]);
});

test('a workbook is recognized by its cells too, by those who may see its issuer', async () => {
  const cookie = await fixture.cookieOf(demo.operator);
  const body = { customerIssuerId: 1001, startDate: '2026-02-01', endDate: '2026-11-19', isPDF: false };
  expect((await callGateway(context, '/api/v1/Report/GenerateControlBook', { cookie, body })).status).toBe(
    200,
  );
  await context.runs.settled();
  const hash = createHash('sha256');
  expect(await hashCells(await openBlobZip(new Blob([workbook]), cellsLimits), hash)).toBe(true);
  const cellsSha256 = hash.digest('hex');
  const file = { endpoint: 'GenerateControlBook', issuer: 1001, from: '2026-02-01' };
  expect((await verify('officer', { cellsSha256 })).body.file).toMatchObject(file);
  expect((await verify('officer', { sha256: digestOf(workbook) })).body.file).toMatchObject(file);
  // A digest of cells is none of bytes, and a PDF has no cells.
  expect(await fileFor('officer', cellsSha256)).toBeNull();
  expect((await verify('operator', { cellsSha256: digest })).body.file).toBeNull();
  expect((await verify('downloader', { cellsSha256 })).body).toEqual({ file: null });
});

test('one changed bit makes another file', async () => {
  const altered = Buffer.from(pdf);
  altered[20] = (altered[20] ?? 0) ^ 1;
  expect(await fileFor('operator', digestOf(altered))).toBeNull();
});

test('is recognized after its bytes were deleted', async () => {
  await fixture.pool.query(`update run set finished_at = now() - interval '1 year' where sha256 = $1`, [
    digest,
  ]);
  await expireRuns(fixture.pool, 7);
  expect(await fileFor('officer')).not.toBeNull();
});

test.each([
  ['no session', null, { sha256: digest }, {}, 401],
  ['another site', 'operator', { sha256: digest }, { origin: 'https://evil.test' }, 403],
  ['no digest', 'operator', {}, {}, 400],
  ['upper case', 'operator', { sha256: digest.toUpperCase() }, {}, 400],
  ['more than a digest', 'operator', { sha256: digest, file: 'x' }, {}, 400],
  ['a list', 'operator', [digest], {}, 400],
  ['two digests', 'operator', { sha256: digest, cellsSha256: digest }, {}, 400],
  ['cells in upper case', 'operator', { cellsSha256: digest.toUpperCase() }, {}, 400],
] as const)('%s is refused', async (_, who, body, headers, status) => {
  expect((await verify(who, body, headers)).status).toBe(status);
});

test('each attempt is in the audit trail, found or not', async () => {
  await verify('downloader', { sha256: digest });
  const { rows } = await fixture.pool.query<{ outcome: string; endpoint: string | null; known: boolean }>(
    `select outcome, endpoint, (detail->>'known')::boolean as known from audit
     where action = 'verify' and object = $1 and actor = $2 order by seq`,
    [digest, await fixture.userId(demo.downloader)],
  );
  expect(rows.at(-1)).toEqual({ outcome: 'ok', endpoint: null, known: false });
});

test('is limited: a script gets 429', async () => {
  // With limits of its own, so that they stop no other test.
  const own = fixture.context(registry.base);
  const answers = await Promise.all(
    Array.from({ length: 80 }, () => verify('viewer', { sha256: digest }, {}, own)),
  );
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(10);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(40);
});

describe('without an account', () => {
  type Answer = { file?: PublicFile | null; certificates?: unknown; error?: { code: string } };

  async function publicly(
    body: unknown,
    {
      isOn = true,
      headers = {},
      from = context,
    }: { isOn?: boolean; headers?: object; from?: GatewayContext } = {},
  ) {
    const request = pageRequest('/api/public/verify', {
      ...(body === undefined ? { method: 'GET' } : { body }),
      headers: { ...headers },
    });
    const response = await handlePublicVerification(request, fixture.pool, from, {
      isOn,
      zone: 'America/New_York',
    });
    return { status: response.status, body: (await response.json()) as Answer };
  }

  test('a digest tells report, issuer, days and time, and nothing else', async () => {
    const { status, body } = await publicly({ sha256: digest });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['file']);
    expect(Object.keys(body.file ?? {}).sort()).toEqual(
      ['asOf', 'createdAt', 'createdOn', 'endpoint', 'from', 'issuer'].sort(),
    );
    expect(body.file).toMatchObject({
      endpoint: 'GenerateControlBook',
      // The registry of this test names no issuers: the number alone.
      issuer: { id: 1001, name: null },
      from: '2026-01-01',
      asOf: '2026-11-19',
    });
    expect((await publicly({ sha256: '0'.repeat(64) })).body).toEqual({ file: null });
  });

  test('a session changes nothing', async () => {
    const cookie = await fixture.cookieOf(demo.admin);
    expect(await publicly({ sha256: digest }, { headers: { cookie } })).toEqual(
      await publicly({ sha256: digest }),
    );
  });

  test('where the setting is off there is nothing', async () => {
    for (const body of [undefined, { sha256: digest }]) {
      const { status, body: answer } = await publicly(body, { isOn: false });
      expect([status, answer.error?.code]).toEqual([404, 'not_found']);
    }
  });

  test('another site, a token and a wrong body are refused', async () => {
    const statusOf = async (...given: Parameters<typeof publicly>) => (await publicly(...given)).status;
    expect(await statusOf({ sha256: digest }, { headers: { origin: 'https://evil.test' } })).toBe(403);
    expect(await statusOf({ sha256: digest }, { headers: { authorization: 'Bearer x' } })).toBe(401);
    expect(await statusOf({ sha256: digest, run: 'x' })).toBe(400);
    // Cells of a small workbook might be guessed.
    expect(await statusOf({ cellsSha256: digest })).toBe(400);
  });

  test('a registry that seals no files has no certificates; the answer is shared', async () => {
    expect((await publicly(undefined)).body).toEqual({ certificates: null });
    const before = registry.calls.length;
    expect((await publicly(undefined)).body).toEqual({ certificates: null });
    expect(registry.calls.length).toBe(before);
  });

  test('each check is in the audit trail without a user', async () => {
    for (const _each of [1, 2, 3]) await publicly({ sha256: digest });
    const { rows } = await fixture.pool.query<{ known: boolean; address: string }>(
      `select (detail->>'known')::boolean as known, address from audit
       where action = 'verify' and object = $1 and actor is null and outcome = 'ok' order by seq`,
      [digest],
    );
    expect(rows.length).toBeGreaterThanOrEqual(3);
    expect(new Set(rows.map(({ known, address }) => `${known} ${address}`))).toEqual(
      new Set(['true 192.0.2.7']),
    );
  });

  test('one source is limited, and all sources together', async () => {
    const limits = openLimits(() => 0);
    const from = { ...context, limits };
    const answers = [];
    for (let index = 0; index < 40; index += 1) answers.push(await publicly({ sha256: digest }, { from }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    let admitted = 30;
    for (let index = 0; index < 400; index += 1)
      try {
        limits.enter(`source 198.51.100.${index}`, 'publicVerify')();
        limits.enter('everybody', 'publicVerifyAll')();
        admitted += 1;
      } catch {
        // Beyond the limit of all.
      }
    expect(admitted).toBe(200);
  });
});
