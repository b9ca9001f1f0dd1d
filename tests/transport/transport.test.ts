import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileHint, hintedFrom } from '#scripts/compile-hint';
import { sampled } from '#tests/lane';
import { startDashboard } from '../app/running.ts';
import { type CanaryApp, ownHeaders, sendRequest, startWithCanaries, type TestResponse } from './app.ts';
import { filesBelow, finder, planted, secrets, spellings } from './canaries.ts';
import { crawl } from './crawl.ts';
import { foreignRequests, mutatingRoutes } from './csrf.ts';
import { headerProbes, methodProbes, type Probe, pathProbes } from './probes.ts';
import { sources } from './sources.ts';

let app: CanaryApp;
/** The same store over https, behind a third-party proxy. */
let secure: Awaited<ReturnType<typeof startDashboard>>;

beforeAll(async () => {
  app = await startWithCanaries();
  secure = await startDashboard(app, new URL(app.registryUrl).port, {
    NEXTAUTH_URL: 'https://books.example',
  });
}, 400_000);
afterAll(async () => {
  await secure?.stop();
  await app?.close();
});

const page = '/issuers/1006/holders';
const data = `/api/upstream/api/v1/Issuer/shareholder/cap/table?customerIssuerId=1006&start=0&numberOfRows=5`;

describe('bypassing access checks', () => {
  let canaries: string[];
  const leaks = ({ body, headers }: TestResponse) => {
    const all = `${body}\n${[...headers].join('\n')}`;
    return canaries.filter((canary) => all.includes(canary));
  };

  /** Every account in an issuer's cap table, as the operator sees it. */
  async function accountsOf(issuer: number): Promise<string[]> {
    const target = data.replace('=1006', `=${issuer}`).replace('Rows=5', 'Rows=1000');
    const { body } = await sendRequest(app.url, target, { headers: { cookie: app.cookies.operator } });
    return [
      ...new Set([...body.matchAll(/"shareholderCustomerId":"([^"]{6,})"/g)].map(([, id]) => id ?? '')),
    ];
  }

  beforeAll(async () => {
    const own = await accountsOf(1001);
    // Holders of both issuers are visible to the viewer of one.
    canaries = (await accountsOf(1006)).filter((account) => !own.includes(account));
    expect(canaries.length).toBeGreaterThan(50);
  });

  test('pages with access contain the canaries, so that the checks below are meaningful', async () => {
    for (const target of [page, data]) {
      const response = await sendRequest(app.url, target, { headers: { cookie: app.cookies.operator } });
      expect([response.status, leaks(response).length > 0]).toEqual([200, true]);
    }
  });

  const probes: [string, Probe][] = [...headerProbes, ...pathProbes, ...methodProbes].map((probe) => [
    probe.name,
    probe,
  ]);
  test('there are enough requests', () => expect(probes.length).toBeGreaterThanOrEqual(100));

  test.each(sampled(probes, 3))('%s', { tags: ['scaled'] }, async (_name, probe) => {
    for (const cookie of ['', app.cookies.viewer])
      for (const target of [page, data]) {
        const headers = { ...(cookie ? { cookie } : {}), ...probe.headers };
        const response = await sendRequest(app.url, probe.at(target), { ...probe, headers });
        const where = `${probe.at(target)} as ${cookie ? 'viewer' : 'nobody'}`;
        expect(leaks(response), where).toEqual([]);
        expect(response.status, where).toBeLessThan(500);
        expect(response.body, where).not.toMatch(/\n\s+at \S+ \(|\.ts:\d+:\d+/);
        if (probe.method === 'TRACE') expect([401, 404, 405], where).toContain(response.status);
      }
  });

  test('no Server Action was built', () => {
    const manifest = JSON.parse(readFileSync('.next/server/server-reference-manifest.json', 'utf8'));
    expect([manifest.node, manifest.edge]).toEqual([{}, {}]);
    const routes = JSON.parse(readFileSync('.next/routes-manifest.json', 'utf8'));
    expect(Object.values(routes.rewrites ?? {}).flat()).toEqual([]);
  });

  test('the image optimizer is disabled', async () => {
    for (const url of ['/icon.svg', app.registryUrl, 'http://127.0.0.1:9/', '//evil.test/'])
      expect(
        (await sendRequest(app.url, `/_next/image?url=${encodeURIComponent(url)}&w=64&q=75`)).status,
      ).toBe(404);
  });
});

test('larger page scripts start with a compile hint', async () => {
  const { body } = await sendRequest(app.url, '/sign-in');
  const scripts = [...body.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, address]) => address ?? '');
  const texts = await Promise.all(scripts.map(async (address) => (await sendRequest(app.url, address)).body));
  const hinted = texts.filter((text) => text.startsWith(compileHint));
  expect(hinted.length).toBeGreaterThan(1);
  expect(hinted).toEqual(texts.filter((text) => text.length - compileHint.length >= hintedFrom));
});

describe('headers of every response', () => {
  const every: [name: string, target: string, status: number, method?: string, as?: 'operator'][] = [
    ['a page', '/sign-in', 200],
    ['a page inside', '/issuers/1001', 200, 'GET', 'operator'],
    ['a redirect to sign-in', '/issuers/1001', 307],
    ['a redirect to the address without its slash', '/issuers/1001/', 308],
    ['nothing there', '/nothing-here.txt', 404],
    ['nothing there, inside', '/nothing-here', 404, 'GET', 'operator'],
    ['a method no page has', '/sign-in', 405, 'PUT'],
    ['TRACE', '/sign-in', 405, 'TRACE'],
    ['TRACE of data', '/api/health', 405, 'TRACE'],
    ['data', '/api/health', 200],
    ['data refused', data, 401],
    ['data of nobody', '/api/nothing', 404],
    ['data of a person', data, 200, 'GET', 'operator'],
    ['a file not there', `/api/runs/${'a'.repeat(32)}/file`, 404, 'GET', 'operator'],
    ['next-auth', '/api/auth/csrf', 200],
    ['next-auth, closed', '/api/auth/_log', 404, 'POST'],
    ['an icon', '/icon.svg', 200],
    ['a file of public', '/robots.txt', 200],
    ['a build file not there', '/_next/static/nothing.js', 404],
    ['an image', '/_next/image?url=%2Ficon.svg&w=64&q=75', 404],
    ['an address that cannot be decoded', '/%ff', 400, 'GET', 'operator'],
    ['the same below /api', '/api/runs/%E0%A4%A/file', 400],
    ['the document of the interface', '/api/openapi.json', 200],
    ['counters, from elsewhere', '/api/metrics', 404],
  ];

  const errorsOf = ({ headers }: TestResponse, https: boolean): string[] => {
    const is = (name: string, value: RegExp) =>
      value.test(headers.get(name) ?? '') ? [] : [`${name}: ${headers.get(name)}`];
    return [
      ...is('content-security-policy', /^default-src 'none'; (?!.*(unsafe|, default-src)).*base-uri 'none'/),
      ...is('content-security-policy', /frame-ancestors 'none'/),
      ...is('x-content-type-options', /^nosniff$/),
      ...is('x-frame-options', /^DENY$/),
      ...is('referrer-policy', /^same-origin$/),
      ...is('cross-origin-opener-policy', /^same-origin$/),
      ...is('cross-origin-resource-policy', /^same-origin$/),
      ...is('permissions-policy', /camera=\(\)/),
      ...is('x-powered-by', /^$/),
      ...is('server', /^$/),
      ...(https
        ? is('strict-transport-security', /^max-age=31536000/)
        : is('strict-transport-security', /^$/)),
    ];
  };

  test.each(sampled(every, 3))(
    '%s: %s → %i',
    { tags: ['scaled'] },
    async (_name, target, status, method = 'GET', as) => {
      const cookie = as ? app.cookies[as] : '';
      const response = await sendRequest(app.url, target, { method, headers: cookie ? { cookie } : {} });
      expect(response.status).toBe(status);
      expect(errorsOf(response, false)).toEqual([]);
      if (cookie) expect(response.headers.get('cache-control')).toContain('no-store');
      // Over https the session cookie has another name, so this request is not signed in.
      expect(errorsOf(await sendRequest(secure.url, target, { method }), true)).toEqual([]);
    },
  );

  test('build files too', async () => {
    const { body } = await sendRequest(app.url, '/sign-in');
    const files = [...new Set([...body.matchAll(/\/_next\/static\/[^"\\]+/g)].map(([file]) => file))];
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect(errorsOf(await sendRequest(app.url, file), false), file).toEqual([]);
  });

  test('no nonce is repeated', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const responses = await Promise.all(Array.from({ length: 10 }, () => sendRequest(app.url, '/sign-in')));
      for (const { headers, body } of responses) {
        const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '';
        expect(Buffer.from(nonce, 'base64')).toHaveLength(18);
        expect(
          [...body.matchAll(/<script\b[^>]*>/g)].every(([tag]) => tag.includes(`nonce="${nonce}"`)),
        ).toBe(true);
        seen.add(nonce);
      }
    }
    expect(seen.size).toBe(200);
  });
});

describe('reads through the gateway', () => {
  const cap = '/api/upstream/api/v1/Issuer/shareholder/cap/table';
  const reads: [target: string, as: 'operator' | 'viewer' | null, status: number][] = [
    [data, 'operator', 200],
    [data, 'viewer', 403],
    [data, null, 401],
    [`${cap}?CustomerIssuerId=1001&Start=0&NumberOfRows=3`, 'viewer', 200],
    [`${cap}?CustomerIssuerId=1001&Start=0&NumberOfRows=1001`, 'viewer', 400],
    [`${cap}?customerIssuerId=1001&CustomerIssuerId=1006`, 'viewer', 400],
    [`${cap}?customerIssuerId=%31001&start=0&numberOfRows=%zz`, 'operator', 400],
    [`${cap}?_rsc=1&customerIssuerId=1001`, 'operator', 400],
    [cap, 'viewer', 403],
    ['/api/upstream/api/v1/Issuer/GetIssuerSecurityTypes?customerIssuerId=1001&a="b\'c', 'operator', 400],
    ['/api/upstream/api/v1/Issuer/getissuersecuritytypes?customerIssuerId=1001', 'operator', 404],
    ['/api/upstream/connect/token', 'operator', 404],
    ['/api/upstream/nothing', 'operator', 404],
    [`/api/runs/${'a'.repeat(22)}/file`, 'operator', 404],
    [`/api/runs/${'a'.repeat(22)}/file`, null, 401],
  ];

  test.each(reads)('%s as %s: %i', async (target, as, status) => {
    const response = await sendRequest(app.url, target, { headers: as ? { cookie: app.cookies[as] } : {} });
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('are compressed for browsers that accept it, and the same text', async () => {
    const target = `${cap}?CustomerIssuerId=1001&Start=0&NumberOfRows=100`;
    const read = (encoding: string) =>
      sendRequest(app.url, target, {
        headers: { cookie: app.cookies.viewer, 'accept-encoding': encoding },
      });
    const [packed, plain] = [await read('gzip'), await read('identity')];
    for (const { headers } of [packed, plain])
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect([packed, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null]);
    expect(packed.body.length * 4).toBeLessThan(plain.body.length);
    expect(gunzipSync(Buffer.from(packed.body, 'latin1')).toString('latin1')).toBe(plain.body);
  });
});

describe('request headers about host and protocol', () => {
  const claims = {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '81',
    forwarded: 'for=203.0.113.7;host=evil.test;proto=https',
  };

  test.each([
    ['/', {}],
    ['/issuers/1001', {}],
    ['/issuers/1001/', {}],
    ['/api/auth/signin', {}],
    ['/api/auth/signout', {}],
    ['/api/auth/providers', {}],
    ['/api/auth/error', {}],
    ['/sign-in', {}],
    ['/api/openapi.json', {}],
  ])('%s redirects nowhere else', async (target, more) => {
    for (const base of [app.url, secure.url]) {
      const response = await sendRequest(base, target, { headers: { ...claims, ...more } });
      expect(`${[...response.headers].join('\n')}\n${response.body}`).not.toMatch(/evil\.test|:81\b/);
      expect(response.status).toBeLessThan(500);
    }
  });

  test('behind HTTPS a redirect uses the public address', async () => {
    const { headers } = await sendRequest(secure.url, '/issuers/1001', { headers: claims });
    expect(new URL(headers.get('location') ?? '', 'https://books.example').origin).toBe(
      'https://books.example',
    );
  });

  sources(() => app);
});

describe('cross-origin requests', () => {
  const all = mutatingRoutes();
  test('every state-changing operation is covered', () => expect(all.length).toBeGreaterThan(25));

  test.each(sampled(all, 2).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s',
    { tags: ['scaled'] },
    async (_name, endpoint) => {
      const cookie = app.cookies.operator;
      for (const [name, request] of foreignRequests(app.url, endpoint, cookie)) {
        const { status, headers } = await sendRequest(app.url, endpoint.path, request);
        expect(headers.getSetCookie().join('\n'), name).not.toContain('sharebook.session');
        // A request from no browser may omit both: it is then refused for lack of next-auth's own token.
        if (endpoint.path.startsWith('/api/auth/') && name.startsWith('neither')) continue;
        expect([400, 401, 403, 404, 415], `${name} → ${status}`).toContain(status);
      }
      // A GET of a route that creates something creates nothing either.
      const read = await sendRequest(app.url, endpoint.path, { headers: ownHeaders(app.url, cookie) });
      expect(read.status < 300 && /downloadUrl|controlTransactionId/.test(read.body)).toBe(false);
    },
  );

  test('all users are still signed in afterwards', async () => {
    const { status } = await sendRequest(app.url, data, { headers: { cookie: app.cookies.operator } });
    expect(status).toBe(200);
  });
});

describe('size limits', () => {
  const large = Buffer.alloc(5 * 1024 * 1024, 0x20);
  test.each(
    sampled(mutatingRoutes(), 4).map(
      (endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const,
    ),
  )('5 MB to %s are rejected', { tags: ['scaled'] }, async (_name, endpoint) => {
    const headers = ownHeaders(app.url, app.cookies.operator);
    const type = endpoint.type === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
    const sent = await sendRequest(app.url, endpoint.path, {
      method: endpoint.method,
      headers: { ...headers, 'content-type': type },
      body: large,
    }).catch((error: NodeJS.ErrnoException) => error.code);
    // The server may close before it has read everything.
    if (typeof sent === 'string') expect(['ECONNRESET', 'EPIPE']).toContain(sent);
    else expect([400, 401, 403, 404, 413]).toContain(sent?.status);
  });

  test('a cookie of 64 kB is rejected, and the next request is served', async () => {
    const cookie = `a=${'x'.repeat(65_536)}`;
    // The server may close before it has read everything.
    const status = await sendRequest(app.url, '/sign-in', { headers: { cookie } }).then(
      (response) => response.status,
      (error: NodeJS.ErrnoException) => error.code,
    );
    expect([400, 431, 'ECONNRESET', 'EPIPE']).toContain(status);
    expect((await sendRequest(app.url, '/api/health')).status).toBe(200);
  });
});

describe('canaries', () => {
  test('a planted leak is found in every spelling, at any offset', () => {
    const find = finder({ one: secrets.clientSecret });
    for (const [how, text] of spellings(secrets.clientSecret)) {
      expect(find(`before ${text} after`), how).toContain(`one (${how})`);
    }
    for (const pad of ['', 'a', 'ab']) {
      const wrapped = Buffer.from(`${pad}${secrets.clientSecret}${pad}x`);
      expect(find(wrapped.toString('base64'))).not.toEqual([]);
      expect(find(wrapped.toString('base64url'))).not.toEqual([]);
    }
    expect(find('nothing to see')).toEqual([]);
  });

  test('no role receives one in any page, payload, document, error or file', {
    tags: ['long'],
    timeout: 600_000,
  }, async () => {
    const find = finder({
      ...secrets,
      writerId: planted.REGISTRY_CLIENT_ID,
      readerId: planted.REGISTRY_READER_CLIENT_ID,
      registry: new URL(app.registryUrl).host,
      folder: app.dataDir,
    });
    const hits: string[] = [];
    const seen = await crawl(app, (where, text) => {
      for (const hit of find(text)) hits.push(`${where}: ${hit}`);
    });
    expect(hits).toEqual([]);
    expect(seen).toBeGreaterThan(300);
  });

  test('browser files and logs contain none', () => {
    const find = finder(secrets);
    const files = [...filesBelow('.next/static'), ...filesBelow(join(app.dataDir, 'logs'))];
    expect(files.filter(([path]) => path.endsWith('.js')).length).toBeGreaterThan(20);
    expect(files.filter(([path]) => path.endsWith('dashboard.log'))).toHaveLength(1);
    expect(files.flatMap(([path, text]) => find(text).map((hit) => `${path}: ${hit}`))).toEqual([]);
    // Nor can anybody fetch our source files.
    expect(
      files.filter(([path, text]) => path.endsWith('.map') || /\/\/# sourceMappingURL/.test(text)),
    ).toEqual([]);
  });
});
