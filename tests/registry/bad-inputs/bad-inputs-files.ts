import { expect } from 'vitest';
import { endpointIds, endpointOf } from '#lib/contract/index';
import { readPdf } from '#registry/render/pdf/pdf-for-tests';
import type { Registry } from '../boot.ts';
import { reportReader } from '../reports/report-reader.ts';
import { head, post, type Row, raw, request, wellSpoken } from './bad-inputs.ts';

/** Rows 85 to 90: links. */
export const linkRows: readonly Row[] = [
  {
    id: 85,
    about: 'an access code that is nearly right',
    also: async (registry) => {
      const [file, name, code] = await link(registry);
      const flipped = (code.startsWith('0') ? '1' : '0') + code.slice(1);
      const last = code.slice(0, -1) + (code.endsWith('0') ? '1' : '0');
      for (const wrong of [
        flipped,
        last,
        code.slice(1),
        `${code}0`,
        code.toUpperCase(),
        '0'.repeat(32),
        '%20',
      ])
        await lost(registry, file, name, wrong);
      await lost(registry, file, name, '');
    },
  },
  {
    id: 86,
    about: "a right access code with another file's code",
    also: async (registry) => {
      const [one, two] = [await link(registry), await link(registry)];
      await lost(registry, one[0], one[1], two[2]);
      await lost(registry, two[0], one[1], one[2]);
    },
  },
  {
    id: 87,
    about: 'another file name, or one that would leave its folder or its header',
    also: async (registry) => {
      const [file, name, code] = await link(registry);
      for (const wrong of [
        name.replace('.xlsx', '.pdf'),
        name.toLowerCase(),
        `${name}%20`,
        '..%2f..%2fetc%2fpasswd',
        '..',
        '.',
        '%2e%2e',
        'a.pdf%00.exe',
        'con.pdf',
        `${'a'.repeat(4_000)}.pdf`,
        '%22%0d%0aSet-Cookie:%20x=1',
        '%ff',
      ]) {
        const response = await lost(registry, file, wrong, code);
        expect(response.head).not.toMatch(/set-cookie|content-disposition/i);
      }
    },
  },
  {
    id: 88,
    about: 'the segments of the path count, whatever the query repeats',
    also: async (registry) => {
      const [file, name, code] = await link(registry);
      const path = `/Api/v1/Report/DownloadReport/${file}/${name}/${code}`;
      const contradicting = '?fileCode=x&FileName=y&accessCode=z&accessCode=w';
      expect((await get(registry, path + contradicting)).status).toBe(200);
      await lost(registry, file, name, `0?accessCode=${code}`);
    },
  },
  {
    id: 89,
    about: 'a right link without a token',
    also: async (registry) => {
      const [file, name, code] = await link(registry);
      for (const path of [
        `/Api/v1/Report/DownloadReport/${file}/${name}/${code}`,
        '/Api/v1/Report/DownloadReport/a/b/c',
      ])
        expect((await get(registry, path, [], null)).status).toBe(401);
    },
  },
  {
    id: 90,
    about: 'HEAD, one range, ranges that end before they start, a thousand ranges, If-Range',
    also: async (registry) => {
      const [file, name, code] = await link(registry);
      const path = `/Api/v1/Report/DownloadReport/${file}/${name}/${code}`;
      const thousand = Array.from({ length: 1_000 }, (_, at) => `${at}-${at}`).join(',');
      const tag = /^etag: (.*)$/im.exec((await get(registry, path, [], 'demo-agent', 'HEAD')).head)?.[1];
      expect(tag).toMatch(/^"[0-9a-f]{64}"$/);
      for (const [headers, status] of [
        [['Range: bytes=0-0'], 206],
        [['Range: bytes=9-1'], 200],
        [[`Range: bytes=${thousand}`], 200],
        [['Range: bytes=0-0', 'Range: bytes=1-1'], 200],
        [['Range: bytes=999999999-'], 416],
        [['Range: bytes=0-0', `If-Range: ${tag}`], 206],
        [['Range: bytes=0-0', 'If-Range: "other"'], 200],
        [['Range: bytes=999999999-', 'If-Range: "other"'], 200],
      ] as const) {
        const response = await get(registry, path, headers);
        expect([headers, response.status]).toEqual([headers, status]);
      }
    },
  },
];

/** Rows 112 to 115: plain connections, and the content of files. */
export const lastRows: readonly Row[] = [
  {
    id: 112,
    about: 'bytes that two readers could take for different requests',
    also: smuggled,
  },
  {
    id: 113,
    about: 'wishes about form, encoding and protocol: JSON, plain, as it was asked',
    also: requests,
  },
  {
    id: 114,
    about: 'a file about nothing is a whole file that says so; the rest is tested beside the kits',
    why: 'long names and the limit of rows need made-up input: registry/render, lib/sheet',
    also: async (registry) => {
      const { fetched } = reportReader(() => registry);
      for (const id of endpointIds) {
        const { kind, body, issuer } = endpointOf(id);
        if (kind !== 'generate' || issuer.by !== 'field') continue;
        const formats = Object.hasOwn(body?.shape ?? {}, 'isPDF') ? [true, false] : [undefined];
        for (const isPDF of formats) {
          const response = await request(registry, post(id, { customerIssuerId: 1007, isPDF }, 200));
          const { bytes, name } = await fetched((response.body as { downloadUrl: string }).downloadUrl);
          if (name.endsWith('.pdf')) expect([id, readPdf(bytes).pages.length > 0]).toEqual([id, true]);
          else expect([id, bytes.subarray(0, 4).toString('latin1')]).toEqual([id, 'PK\x03\x04']);
        }
      }
    },
  },
  {
    id: 115,
    about: 'every name of the register can be read from the PDF, whatever its script',
    also: scripts,
  },
];

type Link = [fileCode: string, fileName: string, accessCode: string];

async function link(registry: Registry): Promise<Link> {
  const { body } = await request(
    registry,
    post('GenerateShareholderList', { customerIssuerId: 1003, isPDF: false }, 200),
  );
  return (body as { downloadUrl: string }).downloadUrl.split('/').slice(-3) as Link;
}

async function get(
  registry: Registry,
  path: string,
  headers: readonly string[] = [],
  as: 'demo-agent' | null = 'demo-agent',
  method = 'GET',
) {
  const response = await raw(registry, await head(registry, `${method} ${path} HTTP/1.1`, headers, as));
  if (method !== 'HEAD') wellSpoken(response);
  return response;
}

async function lost(registry: Registry, ...segments: Link) {
  const response = await get(registry, `/Api/v1/Report/DownloadReport/${segments.join('/')}`);
  expect([segments, response.status]).toEqual([segments, 404]);
  return response;
}

async function smuggled(registry: Registry): Promise<void> {
  const path = '/api/v1/Issuer/GetTransferAgentIssuers';
  const inner = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const bearer = `Authorization: Bearer ${await registry.tokenFor('demo-agent')}`;
  const start = `POST ${endpointOf('GenerateShareholderList').path} HTTP/1.1`;
  const json = 'Content-Type: application/json';
  const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`;
  for (const bytes of [
    `${lines(start, 'Host: x', bearer, json, 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n${inner}`,
    lines(start, 'Host: x', bearer, json, 'Transfer-Encoding: xchunked') + inner,
    lines(start, 'Host: x', bearer, json, 'Transfer-Encoding: chunked, identity') + inner,
    `${lines(start, 'Host: x', bearer, json, 'Content-Length: 2', 'Content-Length: 3')}{}${inner}`,
    `${lines(start, 'Host: x', bearer, json, 'Content-Length: +2')}{}${inner}`,
    `${lines(start, 'Host: x', bearer, json, 'Content-Length : 2')}{}${inner}`,
    `GET ${path} HTTP/1.1\nHost: x\n${bearer}\n\n`,
    lines(`GET ${path} HTTP/1.1`, 'Host: x', 'X-Folded: a', ' b', bearer),
    lines(`GET ${path} HTTP/1.1`, 'Host: x', 'Host: y', bearer, 'Connection: close'),
    lines(`GET ${path} HTTP/1.1`, bearer, 'Connection: close'),
    lines(`GET ${path} HTTP/1.1`, 'Host: x', `${bearer}\0`),
    `${lines(start, 'Host: x', bearer, json, 'Transfer-Encoding: chunked')}fffffffffffffffff\r\n`,
    `${lines(start, 'Host: x', bearer, json, 'Transfer-Encoding: chunked')}5\r\nabc\r\n${inner}`,
    lines(`GET ${path} HTTP/9.9`, 'Host: x', bearer),
    '\x16\x03\x01\x02\x00\x01\x00',
  ]) {
    const response = await raw(registry, bytes);
    expect([bytes.slice(0, 400), response.status, response.all.match(/HTTP\/1\.1 /g)?.length]).toEqual([
      bytes.slice(0, 400),
      400,
      1,
    ]);
    wellSpoken(response);
  }
  const one = lines(`HEAD ${path} HTTP/1.1`, 'Host: x', bearer);
  const last = lines(`HEAD ${path} HTTP/1.1`, 'Host: x', bearer, 'Connection: close');
  const { all } = await raw(registry, one.repeat(999) + last);
  expect(all.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(1_000);
}

async function requests(registry: Registry): Promise<void> {
  const path = '/api/v1/Issuer/GetTransferAgentIssuers';
  const plain = await get(registry, path);
  for (const headers of [
    ['Accept: text/html', 'Accept-Language: de'],
    ['Accept-Encoding: br, gzip, *;q=0'],
    ['Accept-Encoding: br;q=0, identity;q=0'],
    ['Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
    ['Expect: something'],
    ['Range: bytes=0-1', 'If-None-Match: *'],
  ]) {
    const response = await get(registry, path, headers);
    expect([headers, response.status, response.text]).toEqual([headers, 200, plain.text]);
    expect(response.head).toMatch(/^content-type: application\/json; charset=utf-8$/im);
    expect(response.head).not.toMatch(/^content-encoding/im);
  }
  const body = '{}';
  const headers = ['Content-Type: application/json', 'Content-Length: 2', 'Expect: 100-continue'];
  const { path: to } = endpointOf('GenerateShareholderList');
  const { all } = await raw(registry, (await head(registry, `POST ${to} HTTP/1.1`, headers)) + body);
  expect(all).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
}

async function scripts(registry: Registry): Promise<void> {
  const { text } = reportReader(() => registry);
  const { rows } = await registry.database.pool.query<{ issuer: string; names: string[] }>(
    // Each name in the shortest list that has it.
    `with listed as (
       select distinct on (h.name) h.name, i.customer_id::text as issuer
         from holder h join account a on a.holder_id = h.id join issuer i on i.id = a.issuer_id
         join (select issuer_id, count(*) as accounts from account group by issuer_id) as s on s.issuer_id = a.issuer_id
        where h.name ~ '[^ -~]'
        order by h.name, s.accounts, i.id)
     select issuer, array_agg(name) as names from listed group by issuer`,
  );
  expect(rows.flatMap((row) => row.names).length).toBeGreaterThan(5);
  const all = { certificateInfoStatus: 'All', restrictionStatus: 'All', addressStatus: 'All' };
  for (const { issuer, names } of rows) {
    const shown = await text('GenerateShareholderList', { ...all, customerIssuerId: Number(issuer) });
    for (const name of names) {
      // Glyphs are placed in visual order, and each extracts as its letter.
      const seen = /[\u0590-\u07ff]/.test(name) ? [...name].reverse().join('') : name;
      expect([name, shown.includes(seen)]).toEqual([name, true]);
    }
  }
}
