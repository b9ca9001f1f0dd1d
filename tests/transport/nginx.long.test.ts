/** @module-tag long */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect as connectPlain, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbedded } from '#lib/postgres/embedded/start';
import { openPool } from '#lib/postgres/pool';
import { buildIfNeeded } from '#scripts/build';
import { freePort, type RunningApp, startApp } from '../app/running.ts';
import { whyMissing } from '../debian-packages.ts';

// deploy/nginx/sharebook.conf in a real nginx: in front of the dashboard, and in front of a fake that sends any
// amount and records its requests.
const name = 'shares.example.com';
const metricsToken = 'a token only the collector knows';
const reason = whyMissing(['nginx', 'openssl'], ['nginx-light', 'openssl']);
if (reason) console.log(`The tests of deploy/nginx/sharebook.conf are skipped: ${reason}.`);

type Nginx = { plain: number; secure: number; stop: () => Promise<void> };

/** The file with its addresses, its paths and `changes` replaced; throws if a text to replace is missing. */
async function startNginx(upstream: number, changes: Record<string, string> = {}): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const [plain, secure] = [await freePort(), await freePort()];
  let site = readFileSync('deploy/nginx/sharebook.conf', 'utf8');
  const all = {
    'listen 80': `listen 127.0.0.1:${plain}`,
    'listen 443': `listen 127.0.0.1:${secure}`,
    'server dashboard:3000': `server 127.0.0.1:${upstream}`,
    '/etc/nginx/tls/': `${folder}/`,
    '/dev/stdout': `${folder}/access.log`,
    ...changes,
  };
  for (const [from, to] of Object.entries(all)) {
    if (!site.includes(from)) throw new Error(`deploy/nginx/sharebook.conf has no "${from}".`);
    site = site.replaceAll(from, to);
  }
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const files = ['-keyout', `${folder}/key.pem`, '-out', `${folder}/cert.pem`];
  const key = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const made = spawnSync('openssl', ['req', ...key, ...files, ...subject]);
  if (made.status !== 0) throw new Error(`No certificate: ${made.stderr}`);
  mkdirSync(`${folder}/temp`);
  writeFileSync(`${folder}/site.conf`, site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/temp/${kind};`,
  );
  writeFileSync(
    `${folder}/nginx.conf`,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 256; }
    http { ${temporary.join(' ')} include ${folder}/site.conf; }`,
  );
  const child: ChildProcess = spawn('nginx', ['-c', `${folder}/nginx.conf`], { stdio: 'ignore' });
  while (!(await connects(secure))) {
    if (child.exitCode !== null) throw new Error(readFileSync(`${folder}/error.log`, 'utf8'));
    await pause(50);
  }
  return {
    plain,
    secure,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function connects(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connectPlain(port, '127.0.0.1', () => done(socket.end() !== null));
    socket.on('error', () => done(false));
  });
}

/** A connection from another address than nginx uses for its own. */
function reach(nginx: Nginx, secure: boolean): Socket {
  const from = { host: '127.0.0.1', localAddress: '127.0.0.2' };
  return secure
    ? connectTls({ ...from, port: nginx.secure, servername: name, rejectUnauthorized: false })
    : connectPlain({ ...from, port: nginx.plain });
}

/** A connection may also end in an error: nginx does not wait for input it will not read. */
const closed = (socket: Socket) => new Promise<unknown>((done) => socket.once('close', done));

type Heard = { status: number; headers: Map<string, string>; body: string };

/** Sends these bytes and reads the response until nginx closes; status 0 for none. */
async function say(nginx: Nginx, bytes: string, { secure = true } = {}): Promise<Heard> {
  const socket = reach(nginx, secure);
  let heard = '';
  socket.on('data', (piece) => (heard += piece.toString('latin1'))).on('error', () => undefined);
  socket.write(bytes);
  await closed(socket);
  const [head = '', ...rest] = heard.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = lines.map((text) => {
    const at = text.indexOf(':');
    return [text.slice(0, at).toLowerCase(), text.slice(at + 1).trim()] as const;
  });
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0),
    headers: new Map(headers),
    body: rest.join('\r\n\r\n'),
  };
}

const request = (target: string, more: string[] = [], { host = name, method = 'GET', body = '' } = {}) =>
  [`${method} ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...more, '', body].join('\r\n');

describe.skipIf(reason)('in front of a fake upstream', () => {
  let nginx: Nginx;
  let standIn: Server;
  const requested: { url: string; headers: IncomingHttpHeaders }[] = [];
  const part = Buffer.alloc(64 * 1024, 'sharebook ');
  const typed: ReadonlyMap<string, string> = new Map([
    ['/api/upstream/answer', 'application/json; charset=utf-8'],
    ['/api/upstream/lines', 'application/x-ndjson; charset=utf-8'],
    ['/api/upstream/list.csv', 'text/csv; charset=utf-8'],
    ['/api/runs/report.json', 'application/json; charset=utf-8'],
  ]);
  const parts = 512;
  const sendMs = 2_000;

  beforeAll(async () => {
    standIn = createServer((req, res) => {
      requested.push({ url: req.url ?? '', headers: req.headers });
      const type = typed.get(req.url ?? '');
      if (type) return void res.setHeader('content-type', type).end(part);
      if (req.url !== '/file') return void res.end('passed on');
      res.setHeader('content-length', part.byteLength * parts);
      pipeline(Readable.from(Array.from({ length: parts }, () => part)), res, () => undefined);
    }).listen(0, '127.0.0.1');
    await once(standIn, 'listening');
    nginx = await startNginx((standIn.address() as AddressInfo).port, {
      'send_timeout 90s': `send_timeout ${sendMs / 1000}s`,
    });
  });
  afterAll(async () => {
    await nginx?.stop();
    standIn?.closeAllConnections();
    standIn?.close();
  });

  test.each(['other.example', '127.0.0.1', `${name}.other.example`, `x.${name}`, ''])(
    'the name "%s" is rejected on both ports, neither redirected nor forwarded',
    async (host) => {
      for (const secure of [false, true]) {
        const before = requested.length;
        const { status, headers } = await say(nginx, request('/sign-in', [], { host }), { secure });
        expect([400, 421]).toContain(status);
        expect([headers.get('location'), requested.length - before]).toEqual([undefined, 0]);
      }
    },
  );

  test.each([
    ['/sign-in?next=/', `https://${name}/sign-in?next=/`],
    ['//other.example/', `https://${name}//other.example/`],
    [`http://${name}/reports`, `https://${name}/reports`],
  ])('plain HTTP to the served name: %s redirects to %s', async (target, location) => {
    const { status, headers } = await say(nginx, request(target), { secure: false });
    expect([status, headers.get('location')]).toEqual([308, location]);
  });

  test('an absolute-form target counts by its own host, whatever the Host header is', async () => {
    for (const secure of [false, true]) {
      const before = requested.length;
      const { status, headers } = await say(nginx, request('http://other.example/'), { secure });
      expect([status, headers.get('location'), requested.length - before]).toEqual([421, undefined, 0]);
    }
    const { status } = await say(nginx, request(`https://${name}/inside`, [], { host: 'other.example' }));
    expect([status, requested.at(-1)?.url, requested.at(-1)?.headers.host]).toEqual([200, '/inside', name]);
  });

  test('JSON answers are compressed; lines and files keep their bytes', async () => {
    const accepts = ['Accept-Encoding: gzip'];
    const answer = await say(nginx, request('/api/upstream/answer', accepts));
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.body.length).toBeLessThan(part.byteLength / 10);
    const plain = await say(nginx, request('/api/upstream/answer'));
    expect(plain.headers.get('content-encoding')).toBeUndefined();
    for (const path of [...typed.keys()].slice(1)) {
      const { headers, body } = await say(nginx, request(path, accepts));
      expect([path, headers.get('content-encoding')]).toEqual([path, undefined]);
      expect(body.length).toBeGreaterThanOrEqual(part.byteLength);
      // A nested location keeps the headers of the one around it.
      expect(requested.at(-1)?.headers).toMatchObject({ host: name, 'x-forwarded-proto': 'https' });
    }
  });

  test('client-supplied forwarding headers are dropped', async () => {
    const claims = [
      'X-Forwarded-For: 203.0.113.9',
      'Forwarded: for=203.0.113.9',
      'X-Forwarded-Host: a.example',
    ];
    await say(nginx, request('/claims', [...claims, 'X-Request-Id: mine', 'X-Forwarded-Proto: http']));
    const headers: IncomingHttpHeaders = requested.at(-1)?.headers ?? {};
    expect(headers['x-forwarded-for']).toBe('127.0.0.2');
    expect(headers['x-forwarded-proto']).toBe('https');
    for (const header of ['forwarded', 'x-forwarded-host', 'x-request-id'])
      expect(headers[header]).toBeUndefined();
  });

  test('a second Host header and a head or body beyond the limits are rejected', async () => {
    const before = requested.length;
    const statusOf = async (bytes: string) => (await say(nginx, bytes)).status;
    expect(await statusOf(request('/', ['Host: other.example']))).toBe(400);
    const large = [`Content-Length: ${5 * 1024 * 1024}`];
    expect(await statusOf(request('/', large, { method: 'POST' }))).toBe(413);
    // Input that nginx leaves unread may reset the connection before its response is read.
    const long = 'a'.repeat(17_000);
    expect([0, 400]).toContain(await statusOf(request('/', [`X-Long: ${long}`])));
    expect([0, 414]).toContain(await statusOf(request(`/${long}`)));
    expect(requested.length).toBe(before);
  });

  test('a download of 32 MB arrives complete', async () => {
    const digest = createHash('sha256');
    const requested = createHash('sha256');
    for (let at = 0; at < parts; at += 1) requested.update(part);
    const socket = reach(nginx, true);
    socket.write(request('/file'));
    let head = '';
    for await (const piece of socket) {
      if (head.includes('\r\n\r\n')) digest.update(piece);
      else {
        head += (piece as Buffer).toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end >= 0) digest.update(Buffer.from(head.slice(end + 4), 'latin1'));
      }
    }
    expect(digest.digest('hex')).toBe(requested.digest('hex'));
  });

  test('a slow reader is served far beyond the limit; one that reads nothing is disconnected', async () => {
    const slow = reach(nginx, true);
    slow.write(request('/file'));
    const [total, startedAt] = [part.byteLength * parts, Date.now()];
    const isSlow = () => Date.now() - startedAt < 3 * sendMs;
    let [taken, slowly] = [0, 0];
    for await (const piece of slow as AsyncIterable<Buffer>) {
      taken += piece.byteLength;
      if (!isSlow()) continue;
      slowly = taken;
      // 1 MB per second: a local sender does not notice less, as the reader's buffer grows in large steps.
      await pause(piece.byteLength / 1000);
    }
    expect(slowly).toBeLessThan(total);
    expect(taken).toBeGreaterThan(total);

    const responding = once(standIn, 'request');
    const still = reach(nginx, true).on('error', () => undefined);
    still.write(request('/file'));
    still.pause();
    // Nothing is read here, so only the other side of nginx shows that it closed the connection.
    const [, response] = (await responding) as [unknown, ServerResponse];
    await new Promise((done) => response.once('close', done));
    expect(response.writableFinished).toBe(false);
    still.destroy();
  });
});

describe.skipIf(reason)('in front of the dashboard', () => {
  let app: RunningApp;
  let nginx: Nginx;

  beforeAll(async () => {
    await buildIfNeeded();
    app = await startApp({
      NEXTAUTH_URL: `https://${name}`,
      TRUSTED_PROXIES: '127.0.0.1',
      METRICS_TOKEN: metricsToken,
    });
    nginx = await startNginx(Number(new URL(app.url).port));
  }, 600_000);
  afterAll(async () => {
    await nginx?.stop();
    await app?.stop();
  });

  test('pages are served over TLS with every header of the dashboard', async () => {
    const { status, headers, body } = await say(nginx, request('/sign-in'));
    expect(status).toBe(200);
    expect(body).toContain('Sign in');
    expect(headers.get('strict-transport-security')).toMatch(/max-age=31536000/);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('server')).toBe('nginx');
  });

  test('the audit trail has the address nginx saw, not the one the client sent', async () => {
    const body = new URLSearchParams({ email: 'viewer@larkspur.example', password: 'wrong' }).toString();
    const more = [
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${body.length}`,
      `Origin: https://${name}`,
      'Sec-Fetch-Site: same-origin',
      'X-Forwarded-For: 203.0.113.9',
    ];
    const sent = request('/api/account/sign-in/password', more, { method: 'POST', body });
    expect((await say(nginx, sent)).status).toBe(303);
    const embedded = app.storeUrl ? undefined : await startEmbedded({ dataDir: app.dataDir });
    const store = app.storeUrl ?? embedded?.urlFor('dashboard') ?? '';
    const pool = openPool(store, { max: 1, applicationName: 'nginx test' });
    try {
      const { rows } = await pool.query("select address as at from audit where action = 'sign-in'");
      expect(rows).toEqual([{ at: '127.0.0.2' }]);
    } finally {
      await pool.end();
      await embedded?.release();
    }
  });

  test.each([
    ['an asterisk', '*'],
    ['3,000 at signs', '@'.repeat(3_000)],
    ['absolute, without a path', `http://${name}`],
    ['absolute', `http://${name}/sign-in`],
    ['absolute, of another name', 'http://other.example/'],
    ['absolute, with a user', `https://${name}@other.example/`],
    ['absolute, without a name', 'http://'],
    ['a file', 'file:///etc/passwd'],
    ['half an escape', '/%'],
    ['a NUL', '/%00'],
    ['no UTF-8', '/%ff%fe'],
    ['a line separator', '/%E2%80%A8'],
    ['a backslash', '/\\other.example'],
    ['two slashes', '//other.example/'],
    ['dots', '/../../etc/passwd'],
    ['escaped slashes', '/..%2f..%2fetc%2fpasswd'],
    ['escaped dots', '/sign-in/%2e%2e/%2e%2e/'],
    ['half an escape in the query', '/?%'],
    ['4,000 segments', `/${'a/'.repeat(4_000)}`],
    ['dots below the gateway', '/api/upstream/%2e%2e/'],
    ['a path without its slash', 'sign-in'],
  ])('a target that is %s causes no error and no redirect elsewhere', async (_name, target) => {
    for (const method of ['GET', 'OPTIONS']) {
      const { status, headers } = await say(nginx, request(target, [], { method }));
      expect(status).toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThan(500);
      const to = new URL(headers.get('location') ?? '/', `https://${name}`);
      expect(to.origin).toBe(`https://${name}`);
    }
  });

  test('metrics are not served through nginx, token or not; the dashboard serves them with the token', async () => {
    const bearer = `Authorization: Bearer ${metricsToken}`;
    for (const target of [
      '/api/metrics',
      '/api//metrics',
      '/api/%6detrics',
      '/api/./metrics',
      '/api/metrics?a=1',
    ])
      expect((await say(nginx, request(target, [bearer]))).status).toBe(404);
    expect((await say(nginx, request('/API/METRICS', [bearer]))).status).not.toBe(200);
    const direct = await fetch(`${app.url}/api/metrics`, {
      headers: { authorization: `Bearer ${metricsToken}` },
    });
    expect(direct.status).toBe(200);
  });
});
