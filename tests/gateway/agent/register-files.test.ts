import { describe, expect, test } from 'vitest';
import { partBytesMax } from '#lib/contract/upload-limits';
import { gateway } from '#lib/gateway/gateway';
import { callGateway, demo, publicUrl } from '../gateway-fixture.ts';
import { agentFixtureOfFile } from './agent-fixture.ts';

const parts = '/agent/v1/registers/parts';
const template = '/agent/v1/registers/template';
const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(300_000, 'x')]);

const here = agentFixtureOfFile(() => ({ body: '{"registerFileId":1,"state":"Uploaded"}' }));

async function send(body: Uint8Array, { type = 'application/octet-stream', cookie = here.operator } = {}) {
  const request = new Request(`${publicUrl}/api/upstream${parts}?registerFileId=1&offset=0&actorEmail=eve`, {
    method: 'POST',
    headers: { cookie, 'x-sharebook': '1', origin: publicUrl, 'content-type': type },
    body: body as BodyInit,
  });
  const response = await gateway(request, parts, here.context);
  const answer = (await response.json()) as { error?: { code?: string; message?: string } };
  return { short: `${response.status} ${answer.error?.code ?? 'ok'}`, answer };
}

describe('a part of a register', () => {
  test('goes to the registry as it is, with the actor of the session; audited with the register', async () => {
    expect((await send(zip)).short).toBe('200 ok');
    const [call] = here.registry.calls.filter(({ path }) => path === parts);
    expect(call?.body.length).toBe(zip.length);
    expect(Object.fromEntries(new URLSearchParams(call?.search))).toMatchObject({
      ...{ registerFileId: '1', offset: '0', actorEmail: demo.operator },
    });
    const { rows } = await here.fixture.pool.query(
      "select action, object, detail from audit where endpoint = 'UploadRegisterPart' order by seq desc limit 1",
    );
    expect(rows).toMatchObject([{ action: 'write', object: '1', detail: { bytes: zip.length } }]);
  });

  test.each([
    ['of another type', zip, { type: 'application/pdf' }, '400 invalid'],
    ['as a form', zip, { type: 'multipart/form-data; boundary=x' }, '403 csrf'],
    ['empty', Buffer.alloc(0), {}, '400 invalid'],
    ['of more than 8 MB', Buffer.alloc(partBytesMax + 1), {}, '413 too_large'],
  ])('%s is refused without a call', async (_how, body, how, expected) => {
    expect((await send(body, how)).short).toBe(expected);
    expect(here.registry.calls.filter(({ path }) => path === parts)).toEqual([]);
  });

  test.each(['officer', 'viewer', 'downloader'] as const)('is not for %s', async (role) => {
    expect((await send(zip, { cookie: await here.fixture.cookieOf(demo[role]) })).short).toBe(
      '403 forbidden',
    );
  });

  test('of an unknown outcome says how it goes on', async () => {
    here.respond = (_call, response) => void response.destroy() as undefined;
    const { short, answer } = await send(zip);
    expect([short, answer.error?.message]).toEqual([
      '502 outcome_unknown',
      'Status unknown. The part may be stored: continue the upload, which goes on where it ended.',
    ]);
  });
});

describe('the secret of a client of another registry', () => {
  const secret = 'sEcret-Of-Another-Registry-4711';
  const path = '/agent/v1/registers/pull';
  const body = {
    base: 'https://registry.example/v2',
    credentials: { clientId: 'moving', clientSecret: secret },
    remoteIssuerId: 1001,
  };
  const inStore = async () => {
    const { rows: tables } = await here.fixture.pool.query<{ name: string }>(
      `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
    );
    expect(tables.length).toBeGreaterThan(10);
    const all = tables.map(({ name }) => `select '${name}' as name from ${name} as t where t::text like $1`);
    return (await here.fixture.pool.query(all.join(' union all '), [`%${secret}%`])).rows;
  };

  test('goes to the registry, and into no row of the dashboard, whatever the outcome', async () => {
    expect((await callGateway(here.context, path, { cookie: here.operator, body })).status).toBe(200);
    const [call] = here.registry.calls.filter((one) => one.path === path);
    expect(JSON.parse(String(call?.body))).toMatchObject({ ...body, actor: { email: demo.operator } });
    expect(await inStore()).toEqual([]);
    here.respond = (_call, response) => void response.destroy() as undefined;
    expect((await callGateway(here.context, path, { cookie: here.operator, body })).status).toBe(502);
    expect(await inStore()).toEqual([]);
    const { rows } = await here.fixture.pool.query(
      "select after from audit where endpoint = 'CreateRegisterPull' and action = 'write' order by seq limit 1",
    );
    expect(rows).toEqual([{ after: { base: body.base, remoteIssuerId: '1001' } }]);
  });

  test.each(['officer', 'viewer', 'downloader'] as const)('is not taken of %s', async (role) => {
    const cookie = await here.fixture.cookieOf(demo[role]);
    expect((await callGateway(here.context, path, { cookie, body })).status).toBe(403);
    expect(here.registry.calls.filter((one) => one.path === path)).toEqual([]);
  });
});

describe('a workbook', () => {
  const get = (cookie = here.operator) => callGateway(here.context, template, { cookie });
  const named = { 'content-disposition': 'attachment; filename="register.exe"' };

  test('is passed on as an attachment that runs nothing', async () => {
    here.respond = () => ({ type: 'application/zip', headers: named, body: zip });
    const response = await get();
    expect(Buffer.from(await response.arrayBuffer()).equals(zip)).toBe(true);
    expect(response.headers.get('content-disposition')).toContain('filename="register.zip"');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/);
  });

  test.each([
    ['a page', { type: 'text/html', body: '<html>' }],
    ['a page as ZIP', { type: 'application/zip', body: '<html>' }],
    ['nothing', { type: 'application/zip', body: '' }],
  ])('%s is not passed on', async (_how, answer) => {
    here.respond = () => answer;
    const response = await get();
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      502,
      'upstream_unreadable',
    ]);
  });

  test('that is cut off ends as an error', async () => {
    here.respond = (_call, response) => {
      response.writeHead(200, { 'content-type': 'application/zip', 'content-length': zip.length });
      response.write(zip.subarray(0, 1000), () => setTimeout(() => response.destroy(), 20));
      return undefined;
    };
    await expect(get().then((response) => response.arrayBuffer())).rejects.toThrow();
  });

  test('is for the agent only', async () => {
    for (const role of ['officer', 'viewer', 'downloader'] as const)
      expect((await get(await here.fixture.cookieOf(demo[role]))).status).toBe(403);
  });
});
