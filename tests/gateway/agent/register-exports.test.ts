import { describe, expect, test } from 'vitest';
import { callGateway, demo } from '../gateway-fixture.ts';
import { agentFixtureOfFile } from './agent-fixture.ts';

const create = '/agent/v1/exports/create';
const file = '/agent/v1/exports/file';
const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(5000, 'x')]);
const digest = 'ab'.repeat(32);

const here = agentFixtureOfFile(() => ({ body: '{"registerExportId":1,"state":"Preparing"}' }));

const callsOf = (path: string) => here.registry.calls.filter((call) => call.path === path);
const codeOf = async (response: Response) =>
  `${response.status} ${((await response.json()) as { error?: { code: string } }).error?.code ?? 'ok'}`;

describe('an export with all personal data', () => {
  const body = { customerIssuerIds: [1001], variant: 'Full' };

  test('needs a reason, which the audit trail keeps', async () => {
    const cookie = await here.fixture.cookieOf(demo.operator);
    expect(await codeOf(await callGateway(here.context, create, { cookie, body }))).toBe('400 invalid');
    expect(callsOf(create)).toEqual([]);
    const headers = { 'x-sharebook-reason': 'Goes to another agent' };
    expect(await codeOf(await callGateway(here.context, create, { cookie, body, headers }))).toBe('200 ok');
    expect(JSON.parse(String(callsOf(create)[0]?.body))).toMatchObject({
      ...body,
      actor: { email: demo.operator },
    });
    const { rows } = await here.fixture.pool.query(
      "select action, detail from audit where endpoint = 'CreateRegisterExport' and action = 'write' order by seq desc limit 1",
    );
    expect(rows).toMatchObject([{ action: 'write', detail: { reason: 'Goes to another agent' } }]);
  });

  test.each(['officer', 'viewer', 'downloader'] as const)(
    'is not for %s, and nothing is called',
    async (role) => {
      const cookie = await here.fixture.cookieOf(demo[role]);
      const headers = { 'x-sharebook-reason': 'Goes to another agent' };
      expect(await codeOf(await callGateway(here.context, create, { cookie, body, headers }))).toBe(
        '403 forbidden',
      );
      for (const variant of ['Full', 'Masked', 'Plain']) {
        const path = `${file}?registerExportId=1&variant=${variant}`;
        expect(await codeOf(await callGateway(here.context, path, { cookie }))).toBe('403 forbidden');
      }
      expect([...callsOf(create), ...callsOf(file)]).toEqual([]);
    },
  );
});

test.each(['Masked', 'Plain'])('an export that is %s needs no reason', async (variant) => {
  const cookie = await here.fixture.cookieOf(demo.operator);
  const before = callsOf(create).length;
  const body = { customerIssuerIds: [1001], variant };
  expect(await codeOf(await callGateway(here.context, create, { cookie, body }))).toBe('200 ok');
  expect(JSON.parse(String(callsOf(create)[before]?.body))).toMatchObject(body);
});

describe('the file of an export', () => {
  const headersOf = (more: Record<string, string> = {}) => ({
    'content-disposition': 'attachment; filename="sharebook-1001-2026-11-20.zip"',
    etag: `"${digest}"`,
    ...more,
  });
  const get = async (headers: Record<string, string> = {}) =>
    callGateway(here.context, `${file}?registerExportId=1&variant=Plain`, {
      cookie: await here.fixture.cookieOf(demo.operator),
      headers,
    });

  test('is sent with its digest', async () => {
    here.respond = () => ({ type: 'application/zip', headers: headersOf(), body: zip });
    const response = await get();
    expect([response.status, response.headers.get('etag')]).toEqual([200, `"${digest}"`]);
    expect(Buffer.from(await response.arrayBuffer()).equals(zip)).toBe(true);
  });

  test('is sent from where a download was cut off', async () => {
    let asked: unknown;
    here.respond = (_call, { req }) => {
      asked = [req.headers.range, req.headers['if-range']];
      const range = { 'content-range': `bytes 1000-5003/${zip.length}` };
      return { status: 206, type: 'application/zip', headers: headersOf(range), body: zip.subarray(1000) };
    };
    const response = await get({ range: 'bytes=1000-', 'if-range': `"${digest}"` });
    expect(asked).toEqual(['bytes=1000-', `"${digest}"`]);
    expect([response.status, response.headers.get('content-range')]).toEqual([
      206,
      `bytes 1000-5003/${zip.length}`,
    ]);
    expect(Buffer.from(await response.arrayBuffer()).equals(zip.subarray(1000))).toBe(true);
  });

  test('is sent whole for a range that is none; a part that nobody asked for is an error', async () => {
    here.respond = (_call, { req }) =>
      req.headers.range
        ? { status: 400, body: '{}' }
        : { type: 'application/zip', headers: headersOf(), body: zip };
    expect((await get({ range: 'bytes=0-1,5-9' })).status).toBe(200);
    expect((await get({ range: 'bytes=1-', 'if-range': 'W/"x"' })).status).toBe(200);
    here.respond = () => ({ status: 206, type: 'application/zip', headers: headersOf(), body: zip });
    expect((await get()).status).toBe(502);
  });
});
