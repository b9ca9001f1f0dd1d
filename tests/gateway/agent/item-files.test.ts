import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { itemFileOperations } from '#lib/contract/agent-operations/files';
import { gateway } from '#lib/gateway/gateway';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { type Handler, type StandIn, samplePdf, startStandIn } from '#tests/fakes/registry';
import {
  callGateway,
  demo,
  type GatewayFixture,
  openGatewayFixture,
  publicUrl,
  type RequestOptions,
} from '../gateway-fixture.ts';

const upload = itemFileOperations.UploadItemDocument.path;
const download = itemFileOperations.GetItemDocument.path;
const facts = { customerIssuerId: '1001', itemId: '100000001', version: '1', name: 'a.pdf' };
const at = `${download}?customerIssuerId=1001&itemId=100000001&documentId=7`;
const limit = 20 * 1024 * 1024;
const pdf = samplePdf(400_000);

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let operator: string;
let respond: Handler;

const stored = { itemId: 100000001, version: 2, stage: 'Entered', files: [] };

beforeAll(async () => {
  fixture = await openGatewayFixture();
  operator = await fixture.cookieOf(demo.operator);
});
beforeEach(async () => {
  respond = () => ({ body: JSON.stringify(stored) });
  registry = await startStandIn({
    handle: (call, response, base) =>
      call.path === '/agent/v1'
        ? { body: JSON.stringify({ operations: [...Object.keys(itemFileOperations), 'GetItem'] }) }
        : respond(call, response, base),
  });
  context = fixture.context(registry.base);
});
afterEach(() => registry.stop());
afterAll(() => fixture.stop());

const pathOf = (query: Record<string, string> | string = facts) => `${upload}?${new URLSearchParams(query)}`;

/** Sends bytes as our own pages send a file. */
async function add(
  body: Uint8Array | ReadableStream = pdf,
  { path = pathOf(), cookie = operator, headers = {} as Record<string, string> } = {},
) {
  const all: Record<string, string> = {
    cookie,
    'x-sharebook': '1',
    origin: publicUrl,
    'content-type': 'application/pdf',
    ...headers,
  };
  for (const [name, value] of Object.entries(all)) if (value === '') delete all[name];
  const request = new Request(`${publicUrl}/api/upstream${path}`, {
    method: 'POST',
    headers: all,
    body: body as BodyInit,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
  const response = await gateway(request, upload, context);
  const answer = (await response.json()) as Record<string, unknown> & { error?: Record<string, unknown> };
  return { short: `${response.status} ${answer.error?.code ?? 'ok'}`, answer };
}
const sent = () => registry.calls.filter(({ path }) => path === upload);

describe('upload', () => {
  test('the bytes go to the registry as they are, by the main client, with the actor of the session', async () => {
    let received = '';
    respond = ({ body }) => {
      received = body;
      return { body: JSON.stringify(stored) };
    };
    const { short, answer } = await add(pdf, {
      path: `${pathOf()}&idempotencyId=mine&ActorEmail=eve%40mail.example&actorFirstName=Eve`,
    });
    expect([short, answer]).toEqual(['200 ok', stored]);
    expect(received).toBe(pdf.toString());
    const query = new URLSearchParams(sent()[0]?.search);
    expect(Object.fromEntries(query)).toMatchObject({ ...facts, actorEmail: demo.operator });
    expect(query.get('idempotencyId')).not.toBe('mine');
    expect(`${query}`).not.toMatch(/=eve(&|$)|eve(@|%40)mail/i);
  });

  test('audited before and after, with the digest; nothing of it is in the outbox', async () => {
    await add();
    const { rows } = await fixture.pool.query(
      "select action, issuer, object, detail from audit where endpoint = 'UploadItemDocument' order by seq desc limit 2",
    );
    expect(rows).toMatchObject([
      {
        action: 'write',
        object: '100000001',
        detail: { bytes: pdf.length, sha256: createHash('sha256').update(pdf).digest('hex') },
      },
      { action: 'write-intent', object: '100000001' },
    ]);
    const outbox = await fixture.pool.query(
      "select 1 from registry_write where operation = 'UploadItemDocument'",
    );
    expect(outbox.rows).toEqual([]);
  });

  test.each([
    ['another type', 'text/html', pdf, '400 invalid'],
    ['SVG', 'image/svg+xml', Buffer.from('<svg/>'), '400 invalid'],
    ['a form', 'multipart/form-data; boundary=x', pdf, '403 csrf'],
    ['type with parameters', 'application/pdf; x=y', pdf, '400 invalid'],
    ['a page as PDF', 'application/pdf', Buffer.from('<html>'), '400 invalid'],
    ['PDF as PNG', 'image/png', pdf, '400 invalid'],
    ['empty', 'application/pdf', Buffer.alloc(0), '400 invalid'],
    ['larger than 20 MB', 'application/pdf', samplePdf(limit + 1), '413 too_large'],
  ])('%s is rejected without a call', async (_how, type, body, expected) => {
    expect((await add(body, { headers: { 'content-type': type } })).short).toBe(expected);
    expect(registry.calls).toEqual([]);
  });

  test('of 20 MB; a longer one without a length ends at the limit', async () => {
    expect((await add(samplePdf(limit))).short).toBe('200 ok');
    let given = 0;
    const endless = new ReadableStream({
      pull(controller) {
        given += 1;
        controller.enqueue(samplePdf(1024 * 1024));
      },
    });
    expect((await add(endless)).short).toBe('413 too_large');
    expect(given).toBeLessThan(30);
    expect(sent()).toHaveLength(1);
  });

  test.each([
    ['without our header', { headers: { 'x-sharebook': '' } }, '403 csrf'],
    ['from another origin', { headers: { origin: 'https://evil.test' } }, '403 csrf'],
    ['without a type', { headers: { 'content-type': '' } }, '403 csrf'],
    ['compressed', { headers: { 'content-encoding': 'gzip' } }, '400 invalid'],
    ['without a session', { cookie: '' }, '401 unauthenticated'],
    ['without an issuer', { path: pathOf({ ...facts, customerIssuerId: '' }) }, '400 invalid'],
    ['with an unknown field', { path: pathOf({ ...facts, mediaType: 'text/html' }) }, '400 invalid'],
    ['with an actor twice', { path: `${pathOf()}&actorEmail=a&actorEmail=b` }, '400 invalid'],
  ])('%s: refused without a call', async (_how, how, expected) => {
    expect((await add(new Uint8Array(pdf), how)).short).toBe(expected);
    expect(registry.calls).toEqual([]);
  });

  test.each(['officer', 'viewer', 'downloader'] as const)(
    'not by %s, and the body is not read',
    async (role) => {
      const body = new ReadableStream(
        {
          pull: () => {
            throw new Error('read');
          },
        },
        { highWaterMark: 0 },
      );
      expect((await add(body, { cookie: await fixture.cookieOf(demo[role]) })).short).toBe('403 forbidden');
      expect(registry.calls).toEqual([]);
    },
  );

  test('a registry without it: 404', async () => {
    registry.handle = () => ({ status: 404, body: '{}' });
    expect((await add()).short).toBe('404 not_found');
    expect(sent()).toEqual([]);
  });

  test('stored before: 409 with the own ID; a stale version with its sentence', async () => {
    respond = ({ search }) => {
      const idempotencyId = new URLSearchParams(search).get('idempotencyId');
      return { status: 409, body: JSON.stringify({ message: 'used', idempotencyId }) };
    };
    const { short, answer } = await add(pdf, { path: `${pathOf()}&idempotencyId=mine` });
    expect([short, answer.idempotencyId]).toEqual(['409 duplicate', 'mine']);
    respond = () => ({ status: 409, body: '{"message":"The item is at version 3.","traceId":"t"}' });
    const stale = await add();
    expect([stale.short, stale.answer.error?.message]).toEqual([
      '409 upstream_conflict',
      'The item is at version 3.',
    ]);
  });

  test.each([
    ['a broken connection', (response: { destroy(): void }) => void response.destroy()],
    ['500', () => ({ status: 500, body: '{}' })],
    ['a page', () => ({ type: 'text/html', body: '<html>' })],
  ])('%s: status unknown; the same again has the same key', async (_how, how) => {
    respond = (_call, response) => how(response as never) as undefined;
    const path = `${pathOf()}&idempotencyId=again-${_how}`;
    expect((await add(pdf, { path })).short).toBe('502 outcome_unknown');
    respond = () => ({ body: JSON.stringify(stored) });
    expect((await add(pdf, { path })).short).toBe('200 ok');
    const keys = sent().map(({ search }) => new URLSearchParams(search).get('idempotencyId'));
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  test('four at a time for one user', async () => {
    let free = () => {};
    const held = new Promise<void>((done) => {
      free = done;
    });
    respond = async () => {
      await held;
      return { body: JSON.stringify(stored) };
    };
    const first = [add(), add(), add(), add()];
    while (sent().length < 4) await new Promise((done) => setTimeout(done, 5));
    expect((await add()).short).toBe('429 rate_limited');
    free();
    expect((await Promise.all(first)).map(({ short }) => short)).toEqual(Array(4).fill('200 ok'));
    expect((await add()).short).toBe('200 ok');
  });
});

describe('file', () => {
  const named = (name: string) => ({ 'content-disposition': `attachment; filename*=UTF-8''${name}` });
  const get = (options: RequestOptions = {}, path = at) =>
    callGateway(context, path, { cookie: operator, ...options });
  const codeOf = async (response: Response) =>
    `${response.status} ${((await response.json()) as { error: { code: string } }).error.code}`;

  test('the bytes as an attachment that runs nothing and is not cached', async () => {
    respond = () => ({ type: 'application/pdf', headers: named('Assignment%20%E2%82%AC.pdf'), body: pdf });
    const response = await get();
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(pdf)).toBe(true);
    const header = (name: string) => response.headers.get(name);
    expect(header('content-type')).toBe('application/pdf');
    expect(header('content-disposition')).toBe(
      `attachment; filename="Assignment _.pdf"; filename*=UTF-8''Assignment%20%E2%82%AC.pdf`,
    );
    expect(header('x-content-type-options')).toBe('nosniff');
    expect(header('cache-control')).toContain('no-store');
    expect(header('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/);
    expect(header('x-request-id')).toBeTruthy();
  });

  test('its audit entry is there before the bytes', async () => {
    respond = () => ({ type: 'application/pdf', body: pdf });
    await get();
    const { rows } = await fixture.pool.query(
      'select action, object, detail from audit order by seq desc limit 1',
    );
    expect(rows).toMatchObject([
      { action: 'item-file', object: '100000001', detail: { sha256: expect.any(String) } },
    ]);
  });

  test.each([
    ['..%2F..%2Fetc%2Fpasswd', '_.._etc_passwd.pdf'],
    ['a.html', 'a.pdf'],
    ['a.pdf.exe', 'a.pdf.pdf'],
    ['%0d%0aSet-Cookie%3a%20x.pdf', '__Set-Cookie_ x.pdf'],
    ['%E2%80%AEfdp.exe', '_fdp.pdf'],
    ['%ff', 'document.pdf'],
    ['.pdf', 'document.pdf'],
  ])('a name of %s becomes %s', async (name, expected) => {
    respond = () => ({ type: 'application/pdf', headers: named(name), body: pdf });
    const response = await get();
    const coded = /filename\*=UTF-8''(.+)$/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    expect(decodeURIComponent(coded ?? '')).toBe(expected);
  });

  test.each([
    ['a page', () => ({ type: 'text/html', body: '<html>' }), '502 upstream_unreadable'],
    ['a page as PDF', () => ({ type: 'application/pdf', body: '<html>' }), '502 upstream_unreadable'],
    ['SVG', () => ({ type: 'image/svg+xml', body: '<svg/>' }), '502 upstream_unreadable'],
    ['too much', () => ({ type: 'application/pdf', body: samplePdf(limit + 1) }), '502 upstream_unreadable'],
    [
      'compressed',
      () => ({ type: 'application/pdf', headers: { 'content-encoding': 'gzip' }, body: pdf }),
      '502 upstream_unreadable',
    ],
    ['404', () => ({ status: 404, body: '{}' }), '404 not_found'],
    ['403', () => ({ status: 403, body: '{}' }), '502 upstream_refused'],
    ['a redirect', () => ({ status: 302, headers: { location: 'http://evil.test' } }), '502 upstream_failed'],
  ])('%s is not passed on', async (_how, how, expected) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    respond = how;
    expect(await codeOf(await get())).toBe(expected);
    vi.restoreAllMocks();
  });

  test('a truncated file is an error', async () => {
    respond = (_call, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': pdf.length });
      response.write(pdf.subarray(0, 1000), () => response.destroy());
      return undefined;
    };
    expect(await codeOf(await get())).toBe('502 upstream_failed');
  });

  test('for the agent only', async () => {
    for (const role of ['officer', 'viewer', 'downloader'] as const)
      expect(await codeOf(await get({ cookie: await fixture.cookieOf(demo[role]) }))).toBe('403 forbidden');
    expect(await codeOf(await get({ cookie: '' }))).toBe('401 unauthenticated');
    expect(await codeOf(await get({}, `${download}?customerIssuerId=1001&itemId=1`))).toBe('400 invalid');
    expect(registry.calls).toEqual([]);
  });
});

describe('documents of items for users of an issuer', () => {
  const detail = '/agent/v1/items/detail?customerIssuerId=1001&itemId=100000001';
  const item = {
    itemId: 100000001,
    customerIssuerId: 1001,
    obstacles: [],
    isRoutine: true,
    isApprovalRequired: false,
    content: {
      kind: 'Transfer',
      ...{ certificates: [], lines: [], guarantees: [], stopIds: [], clearances: [] },
      documents: [{ kind: 'LegalOpinion', state: 'Copy' }],
    },
    files: [{ documentId: 1, name: 'opinion.pdf' }],
    approvals: [{ voidBecause: [{ field: 'files', before: '', after: 'opinion.pdf' }] }],
    history: [
      { number: 1, obstacles: [], changes: [] },
      {
        number: 2,
        obstacles: [],
        changes: [
          { field: 'files', before: '', after: 'opinion.pdf' },
          { field: 'comments', before: '', after: 'Call back' },
        ],
      },
    ],
  };
  const grant = async (role: 'officer' | 'viewer' | 'downloader', sees: boolean) =>
    fixture.pool.query('update person set sees_documents = $2 where email_key = $1', [demo[role], sees]);
  const read = async (role: keyof typeof demo, path: string) => {
    const response = await callGateway(context, path, { cookie: await fixture.cookieOf(demo[role]) });
    return { status: response.status, text: await response.text() };
  };
  const file = `${download}?customerIssuerId=1001&itemId=100000001&documentId=1`;

  test.each(['officer', 'viewer'] as const)('%s: only while it is granted', async (role) => {
    respond = ({ path }) =>
      path.endsWith('/detail') ? { body: JSON.stringify(item) } : { type: 'application/pdf', body: pdf };
    const without = await read(role, detail);
    expect(without.status).toBe(200);
    expect(without.text).not.toMatch(/opinion|LegalOpinion/i);
    // Parts before and after a change can hold addresses, which a viewer does not see.
    expect(without.text.includes('Call back')).toBe(role === 'officer');
    expect((await read(role, file)).status).toBe(403);
    await grant(role, true);
    expect((await read(role, detail)).text).toMatch(/LegalOpinion.*opinion\.pdf/);
    expect((await read(role, file)).status).toBe(200);
    expect((await read(role, file.replace('1001', '1002'))).status).toBe(403);
    await grant(role, false);
    expect((await read(role, file)).status).toBe(403);
  });

  test('a downloader gets neither, granted or not', async () => {
    await grant('downloader', true);
    const own = (path: string) => read('downloader', path.replace('1001', '1004'));
    expect([(await own(detail)).status, (await own(file)).status]).toEqual([403, 403]);
    await grant('downloader', false);
  });
});
