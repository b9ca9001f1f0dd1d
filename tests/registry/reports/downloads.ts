// Tests of report links over HTTP: ranges, conditions and digests.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clockIn } from '#registry/clock';
import { head, post, raw, request, wellSpoken } from '../bad-inputs/bad-inputs.ts';
import { buyToken, type CallOptions, type Registry } from '../boot.ts';

const everything = {
  isPDF: true,
  showCertificateDetails: true,
  certificateInfoStatus: 'All',
  restrictionStatus: 'All',
  addressStatus: 'All',
};

/** Links and their files over HTTP: ranges and conditions (RFC 9110), digests (RFC 9530). */
export function downloads(registry: () => Registry): void {
  test('complete file: length, name, strong ETag, digest, no compression; HEAD gives the same', async () => {
    const path = await order({ customerIssuerId: 1003 });
    const bare = await get(path, { range: 'bytes=0-9' }, 'HEAD');
    const whole = await get(path, { 'accept-encoding': 'gzip, br' });
    const sha256 = createHash('sha256').update(whole.bytes).digest();
    expect(whole.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(whole.bytes.length),
      'content-disposition':
        'attachment; filename="ShareholderList_1003_20261120.pdf"; filename*=UTF-8\'\'ShareholderList_1003_20261120.pdf',
      etag: `"${sha256.toString('hex')}"`,
      'repr-digest': `sha-256=:${sha256.toString('base64')}:`,
      'accept-ranges': 'bytes',
      'cache-control': 'no-store, no-transform',
      'x-content-type-options': 'nosniff',
    });
    expect(whole.headers).not.toHaveProperty('content-encoding');
    expect([bare.status, bare.bytes.length]).toEqual([200, 0]);
    for (const name of ['connection', 'keep-alive', 'date', 'x-request-id']) delete whole.headers[name];
    expect(bare.headers).toMatchObject(whole.headers);
    expect((await get(path)).bytes.equals(whole.bytes)).toBe(true);
  });

  test('one byte range: first, middle, open end, last, beyond the end', async () => {
    const path = await order({ customerIssuerId: 1003 });
    const { bytes, headers } = await get(path, { range: 'bytes=0-' });
    const size = bytes.length;
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 1],
      ['bytes=0-1023', 0, 1024],
      [`bytes=1000-${size + 5}`, 1000, size],
      [`bytes=${size - 1}-`, size - 1, size],
      ['bytes=-10', size - 10, size],
      [`bytes=-${size + 10}`, 0, size],
    ] as const) {
      const part = await get(path, { range });
      expect([range, part.status, part.headers['content-range'], part.headers['content-length']]).toEqual([
        range,
        206,
        `bytes ${start}-${end - 1}/${size}`,
        String(end - start),
      ]);
      expect(part.bytes.equals(bytes.subarray(start, end))).toBe(true);
      expect([part.headers.etag, part.headers['repr-digest']]).toEqual([
        headers.etag,
        headers['repr-digest'],
      ]);
    }
    for (const range of [`bytes=${size}-`, 'bytes=-0']) {
      const none = await get(path, { range });
      expect([range, none.status, none.headers['content-range']]).toEqual([range, 416, `bytes */${size}`]);
      expect(Object.keys(JSON.parse(none.bytes.toString()))).toEqual(['message', 'traceId']);
    }
    for (const range of ['bytes=0-0,2-3', 'bytes=5-1', 'pages=1-2', 'bytes=x'])
      expect([range, (await get(path, { range })).status]).toEqual([range, 200]);
  });

  test('an interrupted transfer resumes with If-Range, and restarts when the ETag differs', async () => {
    const path = await order({ customerIssuerId: 1003 });
    const { bytes, headers } = await get(path, { range: 'bytes=0-' });
    const rest = await get(path, { range: 'bytes=100-', 'if-range': headers.etag ?? '' });
    expect(Buffer.concat([bytes.subarray(0, 100), rest.bytes]).equals(bytes)).toBe(true);
    for (const condition of ['"other"', `W/${headers.etag}`, 'Fri, 20 Nov 2026 15:00:00 GMT'])
      expect((await get(path, { range: 'bytes=100-', 'if-range': condition })).status).toBe(200);
  });

  test('If-None-Match with the ETag: 304 without body or length', async () => {
    const path = await order({ customerIssuerId: 1003 });
    const { headers } = await get(path, {}, 'HEAD');
    for (const tag of [headers.etag ?? '', `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
      const same = await get(path, { 'if-none-match': tag });
      expect([tag, same.status, same.bytes.length, same.headers.etag]).toEqual([tag, 304, 0, headers.etag]);
      expect(same.headers).not.toHaveProperty('content-length');
    }
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('while a file is rendered, GET streams it; length and digest are sent once it is complete', {
    tags: ['long'],
  }, async () => {
    const path = await order({ ...everything, customerIssuerId: 1004 });
    const [growing, part, bare, old] = await Promise.all([
      get(path),
      get(path, { range: 'bytes=-6' }),
      get(path, {}, 'HEAD'),
      head(registry(), `GET ${path} HTTP/1.0`).then((text) => raw(registry(), text)),
    ]);
    expect(growing.headers['transfer-encoding']).toBe('chunked');
    expect(growing.headers).not.toHaveProperty('etag');
    const tag = `"${createHash('sha256').update(growing.bytes).digest('hex')}"`;
    expect([part.status, part.headers.etag]).toEqual([206, tag]);
    expect(part.bytes.equals(growing.bytes.subarray(-6))).toBe(true);
    expect(bare.headers).toMatchObject({ etag: tag, 'content-length': String(growing.bytes.length) });
    expect(old.head).toMatch(new RegExp(`^content-length: ${growing.bytes.length}$`, 'im'));
  });

  test('a client that disconnects during a download leaves no open file', async () => {
    const path = await order({ ...everything, customerIssuerId: 1008 });
    const stop = new AbortController();
    const response = await fetch(registry().origin + path, {
      headers: { authorization: `Bearer ${await registry().tokenFor('demo-agent')}` },
      signal: stop.signal,
    });
    await response.body?.getReader().read();
    const [fileCode = ''] = path.split('/').slice(-3);
    stop.abort();
    const line = () => registry().log.findLast((each) => each.operation === 'DownloadReport');
    await expect.poll(() => line()?.cut, { timeout: 10_000 }).toBe(true);
    expect((await get(path, {}, 'HEAD')).status).toBe(200);
    // Rendered to its end, so that the worker has closed it, too.
    if (existsSync('/proc/self/fd')) {
      const open = () => readdirSync('/proc/self/fd').map((fd) => linkOf(`/proc/self/fd/${fd}`));
      await expect.poll(() => open().filter((target) => target.includes(fileCode))).toEqual([]);
    }
  });

  test('transaction details: their own prefix, the download path, and any letter case of either', async () => {
    const { body } = await request(registry(), post('GenerateTransactionDetails', {}, 200));
    const { downloadUrl } = body as { downloadUrl: string };
    const base = 'http://registry.example/sandbox';
    const pattern = new RegExp(
      `^${base}/api/v1/Transaction/GenerateTransactionDetails/[0-9a-f]{32}/TransactionDetails_1001_\\d{8}\\.pdf/[0-9a-f]{32}$`,
    );
    expect(downloadUrl).toMatch(pattern);
    const segments = downloadUrl.split('/').slice(-3).join('/');
    const digests = new Set<string | undefined>();
    for (const prefix of [
      '/api/v1/Transaction/GenerateTransactionDetails',
      '/Api/v1/Transaction/GenerateTransactionDetails',
      '/Api/v1/Report/DownloadReport',
      '/api/v1/report/downloadreport',
    ]) {
      const file = await get(`/sandbox${prefix}/${segments}`, { range: 'bytes=0-' });
      expect([prefix, file.status]).toEqual([prefix, 206]);
      digests.add(file.headers.etag);
      expect((await get(`${prefix}/${segments}`, {}, 'HEAD')).status).toBe(200);
    }
    expect(digests.size).toBe(1);
  });

  test("wrong code, wrong name, expired, another client's: the same 404; codes are stored as digests", async () => {
    const path = await order({ customerIssuerId: 1004 });
    const [file = '', name = '', code = ''] = path.split('/').slice(-3);
    const describe = async (text: string, token: string, origin = registry().origin) => {
      const response = await fetch(origin + text, { headers: { authorization: `Bearer ${token}` } });
      const reply = { status: response.status, text: await response.text() };
      return `${reply.status} ${reply.text.replace(/"traceId":"[^"]*"/, '')}`;
    };
    const { tokenFor } = registry();
    const agent = await tokenFor('demo-agent');
    const link = (...segments: string[]) => `/Api/v1/Report/DownloadReport/${segments.join('/')}`;
    const later = clockIn('America/New_York', new Date(Date.parse('2026-11-20T15:00:00Z') + 3_600_000));
    const next = await registry().another({ clock: later, publicUrl: undefined });
    try {
      const responses = [
        await describe(link('0'.repeat(32), name, code), agent),
        await describe(link(file, name, '0'.repeat(32)), agent),
        await describe(link(file, 'Other.pdf', code), agent),
        await describe(link(file, name, code), await tokenFor('demo-issuer')),
        await describe(link(file, name, code), await buyToken(next.baseUrl, 'demo-agent'), next.baseUrl),
      ];
      expect(new Set(responses)).toEqual(new Set(['404 {"message":"The file was not found.",}']));
    } finally {
      await next.close(0);
    }
    const { rows } = await registry().database.pool.query(
      'select access_hash, to_jsonb(r)::text as all from report_request r where file_code = $1',
      [file],
    );
    expect(rows[0].access_hash).toBe(createHash('sha256').update(code).digest('hex'));
    expect(rows[0].all).not.toContain(code);
  });

  test('a lost file gives an error, not a broken transfer', async () => {
    const path = await order({ customerIssuerId: 1007 });
    expect((await get(path, {}, 'HEAD')).status).toBe(200);
    rmSync(join(registry().dataDir, 'registry', 'reports', path.split('/').at(-3) ?? ''));
    const lost = await get(path);
    expect(lost.status).toBe(500);
    const text = lost.bytes.toString();
    wellSpoken({ status: 400, text, body: JSON.parse(text) });
    expect(text).toContain('request it again');
  });

  /** The path of a new link, below the base path. */
  async function order(body: object): Promise<string> {
    const { body: response } = await request(registry(), post('GenerateShareholderList', body, 200));
    return (response as { downloadUrl: string }).downloadUrl.replace('http://registry.example', '');
  }

  async function get(
    path: string,
    headers: Record<string, string> = {},
    method = 'GET',
    as: CallOptions['as'] = 'demo-agent',
  ) {
    const { origin, tokenFor } = registry();
    const bearer = as && { authorization: `Bearer ${await tokenFor(as)}` };
    const response = await fetch(origin + path, { method, headers: { ...bearer, ...headers } });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers) as Record<string, string | undefined>,
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
