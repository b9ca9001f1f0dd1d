import { afterEach, describe, expect, it, vi } from 'vitest';
import { readJson } from '../contract/wire/json.ts';
import { addressOf, makeCall, queryText, request, requestFile } from './call.ts';
import type { ApiError } from './error.ts';
import { signIn } from './session.ts';

vi.mock('../contract/wire/json.ts', async (load) => {
  const real = await load<typeof import('../contract/wire/json.ts')>();
  return { ...real, readJson: vi.fn(real.readJson) };
});

type TestResponse = { status?: number; text: string; headers?: Record<string, string> };

/** Answers each request with the next of `responses`; returns the recorded requests. */
function stubServer(...responses: TestResponse[]) {
  const requested: { url: string; init: RequestInit & { headers: Record<string, string> } }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: (typeof requested)[0]['init']) => {
    requested.push({ url, init });
    const { status = 200, text, headers } = responses[requested.length - 1] ?? { text: '{}' };
    return new Response(text, { status, headers });
  });
  return requested;
}

const rejectionOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: ApiError) => error,
  );

afterEach(() => vi.unstubAllGlobals());

describe('calling the gateway', () => {
  const call = makeCall({
    GetIssuerBalance: { method: 'GET', path: '/some/balance' },
    GenerateShareholderList: { method: 'POST', path: '/some/list' },
  });

  it('sends a file as it is, with the other fields as a query', async () => {
    const requested = stubServer({ text: '{}' });
    const file = new Blob(['%PDF-1.7'], { type: 'application/pdf' });
    await call('GenerateShareholderList', { customerIssuerId: 1001, file } as never);
    expect(requested[0]).toMatchObject({
      url: '/api/upstream/some/list?customerIssuerId=1001',
      init: { method: 'POST', headers: { 'content-type': 'application/pdf', 'x-sharebook': '1' } },
    });
    expect(requested[0]?.init.body).toBe(file);
  });

  it('gives the address of a read for a link', () => {
    const wire = { GetIssuerBalance: { method: 'GET', path: '/some/balance' } } as const;
    const input = { CustomerIssuerId: 1001 };
    expect(addressOf(wire, 'GetIssuerBalance', input)).toBe(
      '/api/upstream/some/balance?CustomerIssuerId=1001',
    );
    expect(() => addressOf({}, 'GetIssuerBalance', input)).toThrow('not among');
  });

  it('sends reads as a query and keeps digits a number cannot hold', async () => {
    const requested = stubServer({ text: '[{"authorizedShares":9007199254740993,"totalShareholder":7}]' });
    const response = await call('GetIssuerBalance', { CustomerIssuerId: 1001, CutoffDate: '2026-06-30' });
    expect(requested[0]?.url).toBe('/api/upstream/some/balance?CustomerIssuerId=1001&CutoffDate=2026-06-30');
    expect(requested[0]?.init.headers).not.toHaveProperty('x-sharebook');
    expect(response[0]).toMatchObject({ authorizedShares: '9007199254740993', totalShareholder: 7 });
  });

  it.each([
    ['{"a":9007199254740993}', { a: '9007199254740993' }],
    ['[9007199254740993,1]', ['9007199254740993', 1]],
    ['[1, 9007199254740993]', [1, '9007199254740993']],
    ['{"a":\n-9007199254740993}', { a: '-9007199254740993' }],
    ['9007199254740993', '9007199254740993'],
  ])('keeps the digits of %s', async (text, value) => {
    stubServer({ text });
    expect(await request('/x')).toEqual(value);
  });

  it('does not load the exact parser for digits inside a text or behind a point', async () => {
    vi.mocked(readJson).mockClear();
    const answer = {
      sha256: 'e5b1234567890123456789',
      account: '1234567890123456',
      rate: 0.1234567890123456,
    };
    stubServer({ text: JSON.stringify(answer) });
    expect(await request('/x')).toEqual(answer);
    expect(readJson).not.toHaveBeenCalled();
  });

  it('marks other requests as same-origin and sends the reason', async () => {
    const requested = stubServer({ text: '{"downloadUrl":"https://here.example/api/runs/abc/file"}' });
    const input = {
      customerIssuerId: 1001,
      certificateInfoStatus: 'All',
      restrictionStatus: 'All',
      addressStatus: 'All',
    } as const;
    await call('GenerateShareholderList', input, { reason: 'year end – files' });
    expect(requested[0]?.init.headers).toMatchObject({
      'x-sharebook': '1',
      'x-sharebook-reason': 'year%20end%20%E2%80%93%20files',
    });
    expect(JSON.parse(String(requested[0]?.init.body))).toEqual(input);
  });

  it('gives the headers of a successful response to the caller', async () => {
    const headers = { 'x-sharebook-run': 'Ab_-9' };
    stubServer({ text: '{"downloadUrl":"x"}', headers }, { status: 500, text: '{}', headers });
    const runs: (string | null)[] = [];
    const request = () =>
      call(
        'GetIssuerBalance',
        { CustomerIssuerId: 1001, CutoffDate: '2026-06-30' },
        {
          onHeaders: (received) => runs.push(received.get('x-sharebook-run')),
        },
      );
    await request();
    await expect(request()).rejects.toThrow();
    expect(runs).toEqual(['Ab_-9']);
  });

  it('rejects an operation the page was not given', async () => {
    await expect(call('GetProxyList', { customerIssuerId: 1 } as never)).rejects.toThrow('GetProxyList');
  });

  it('omits empty values and writes nested fields with a dot', () => {
    expect(queryText({ a: 1, b: '', c: null, d: { e: 'C', f: '' } })).toBe('?a=1&d.e=C');
    expect(queryText({})).toBe('');
  });
});

describe('errors', () => {
  it('have code, fields and request ID', async () => {
    stubServer({
      status: 400,
      text: '{"error":{"code":"invalid","message":"No.","requestId":"r1","fields":{"cutoff":["must exist"]}}}',
    });
    expect(await rejectionOf(request('/x'))).toMatchObject({
      code: 'invalid',
      status: 400,
      requestId: 'r1',
      fields: { cutoff: ['must exist'] },
    });
  });
  it('of a proxy in between have a code of their own', async () => {
    stubServer(
      { status: 502, text: '<html>Bad gateway</html>' },
      { text: 'not json' },
      { status: 200, text: '' },
    );
    expect((await rejectionOf(request('/x')))?.code).toBe('upstream_unreadable');
    expect((await rejectionOf(request('/x')))?.code).toBe('upstream_unreadable');
    expect((await rejectionOf(request('/x')))?.code).toBe('upstream_unreadable');
  });
  it('of the network differ from a canceled read', async () => {
    vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
      signal?.throwIfAborted();
      throw new TypeError('failed');
    });
    expect((await rejectionOf(request('/x')))?.message).toMatch(/could not be reached/);
    const gone = AbortSignal.abort();
    expect((await rejectionOf(request('/x', { signal: gone })))?.name).toBe('AbortError');
  });
});

describe('signing in', () => {
  const csrf = { text: '{"csrfToken":"t"}' };
  it('returns no error on success', async () => {
    const requested = stubServer(csrf, { text: '{"url":"http://127.0.0.1:3000/"}' });
    expect(await signIn('a@b.example', 'secret')).toBeNull();
    expect(String(requested[1]?.init.body)).toContain('email=a%40b.example&password=secret');
  });
  it('distinguishes a wrong password from too many attempts', async () => {
    stubServer(csrf, { status: 401, text: '{"url":"http://x/sign-in?error=CredentialsSignin"}' });
    expect((await signIn('a', 'b'))?.code).toBe('wrong');
    stubServer(csrf, { status: 429, text: '{"url":"http://x/sign-in?error=throttled"}' });
    expect((await signIn('a', 'b'))?.code).toBe('throttled');
    stubServer(csrf, { text: '{"url":"http://x/sign-in?error=throttled"}' });
    expect((await signIn('a', 'b'))?.code).toBe('throttled');
  });
});

describe('reading a file', () => {
  it('gives its bytes, and an error as any other request', async () => {
    stubServer({ text: '%PDF-1.7' }, { status: 404, text: '{"error":{"code":"not_found","message":"m"}}' });
    expect(await (await requestFile('/f', 100)).text()).toBe('%PDF-1.7');
    expect(await rejectionOf(requestFile('/f', 100))).toMatchObject({ code: 'not_found' });
  });

  it('does not read one that is too large', async () => {
    stubServer({ text: 'x', headers: { 'content-length': '101' } });
    expect(await rejectionOf(requestFile('/f', 100))).toMatchObject({ code: 'upstream_too_large' });
  });
});
