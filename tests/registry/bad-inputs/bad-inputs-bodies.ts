import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { endpointOf } from '#lib/contract/index';
import type { Registry } from '../boot.ts';
import {
  head,
  jsonPosts,
  post,
  type RequestOptions,
  type Row,
  raw,
  read,
  request,
  send,
  smallIssuer,
  wellSpoken,
} from './bad-inputs.ts';

function every(body: string, status: number, headers: Record<string, string> = {}): RequestOptions[] {
  return jsonPosts.map((id) => send(id, body, status, { headers }));
}

const list = 'GenerateShareholderList';
const listPath = endpointOf(list).path;
const details = '/api/v1/Issuer/shareholder/details?CustomerIssuerId=1001&CustomerShareholderId=';
const valid = JSON.stringify({ ...endpointOf(list).example.request, customerIssuerId: smallIssuer });

/** Rows 10 to 19: request bodies of a POST. */
export const bodyRows: readonly Row[] = [
  {
    id: 10,
    about: 'a body that is empty or no object',
    requests: ['', ' ', 'null', '[]', '"x"', '1', 'true'].flatMap((body) => every(body, 400)),
  },
  {
    id: 11,
    about: 'a body that is not one strict JSON document, or begins with a byte order mark',
    requests: [
      '{',
      '{"a":1,}',
      '{}{}',
      '{} x',
      '// c\n{}',
      '{/**/}',
      "{'a':1}",
      '{a:1}',
      '\ufeff{}',
      '{"a":NaN}',
    ]
      .map((body) => body)
      .flatMap((body) => every(body, 400)),
  },
  {
    id: 12,
    about: 'names that reach for the prototype are ignored',
    requests: [
      send(list, valid.replace('{', '{"__proto__":{"polluted":1},"toString":1,'), 200),
      send(list, valid.replace('{', '{"constructor":{"prototype":{"polluted":1}},'), 200),
      send(list, valid.replace('{', '{"filterSecurityType":{"__proto__":{"polluted":1}},'), 200),
      ...every('{"__proto__":{"customerIssuerId":1001}}', 400),
    ],
    also: async () => {
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    },
  },
  {
    id: 13,
    about: 'a name given twice, at any depth and under any spelling of its letters',
    requests: [
      ...every('{"customerIssuerId":1001,"customerIssuerId":1001}', 400),
      ...every('{"x":{"y":1,"y":1}}', 400),
      ...every('{"isPDF":true,"\\u0069sPDF":true}', 400),
      post(list, { filterSecurityType: { securityTypeCode: 'C', SecurityTypeCode: 'C' } }, 400),
    ],
  },
  {
    id: 14,
    about: 'ten thousand levels deep, or more values than a request may hold',
    why: 'a million elements are beyond 1 MB, so that they are 413 before anything is counted',
    requests: [
      ...every('['.repeat(10_000), 400),
      ...every('{"a":'.repeat(10_000), 400),
      send(list, `[${'1,'.repeat(400_000)}1]`, 400),
      send(list, `[${'1,'.repeat(1_000_000)}1]`, 413),
    ],
  },
  {
    id: 15,
    about: 'a body of 11 MB, a wrong Content-Length, chunks without end',
    also: sizes,
  },
  {
    id: 16,
    about: 'another media type, or another charset',
    requests: [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'application/json; charset=utf-16',
      'application/json; charset="iso-8859-1"',
    ].flatMap((type) => every(valid, 400, { 'content-type': type })),
    also: async (registry) => {
      const line = `POST ${listPath} HTTP/1.1`;
      const none = await head(registry, line, [`Content-Length: ${valid.length}`]);
      const response = await raw(registry, none + valid);
      expect(response.status).toBe(400);
      wellSpoken(response);
      for (const type of ['application/json;charset=UTF-8', 'Application/JSON; charset="utf-8"; x=1']) {
        await request(registry, send(list, valid, 200, { headers: { 'content-type': type } }));
      }
    },
  },
  {
    id: 17,
    about: 'a compressed body, small or a bomb, is refused unopened',
    also: async (registry) => {
      const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
      const lines = ['Content-Type: application/json', 'Content-Encoding: gzip'];
      const start = await head(registry, `POST ${listPath} HTTP/1.1`, [
        ...lines,
        `Content-Length: ${bomb.length}`,
      ]);
      const response = await raw(registry, Buffer.concat([Buffer.from(start), bomb]));
      expect(response.status).toBe(400);
      wellSpoken(response);
      await request(registry, send(list, valid, 400, { headers: { 'content-encoding': 'deflate' } }));
    },
  },
  {
    id: 18,
    about: 'text that is no text: broken UTF-8, lone surrogates, NUL',
    why: 'in a path such bytes name no address we have, so that they are 404',
    requests: [
      ...['%ff', '%c0%af', '%ed%a0%80', '%00', 'a%00b', '%ef%bf%bd'].map((text) => ({
        path: details + text,
        options: {},
        status: 400,
        field: 'CustomerShareholderId',
      })),
      ...['\\ud800', 'a\\u0000b', '\\udc00\\ud800'].flatMap((text) => [
        { ...send(list, valid.replace('{', `{"prefix":"${text}",`), 400), field: 'prefix' },
        {
          ...send(list, valid.replace('{', `{"filterSecurityType":{"securityTypeCode":"${text}"},`), 400),
          field: 'filterSecurityType.securityTypeCode',
        },
      ]),
      { path: '/api/v1/Issuer/%ff', options: {}, status: 404 },
    ],
    also: async (registry) => {
      const body = Buffer.concat([
        Buffer.from(valid.slice(0, -1)),
        Buffer.from(',"prefix":"\xff"}', 'latin1'),
      ]);
      const start = await head(registry, `POST ${listPath} HTTP/1.1`, [
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ]);
      const response = await raw(registry, Buffer.concat([Buffer.from(start), body]));
      expect(response.status).toBe(400);
      wellSpoken(response);
    },
  },
  {
    id: 19,
    about: 'fields nobody knows change nothing',
    requests: [
      post(list, { isAdmin: true, role: 'ta-admin', issuers: 'all' }, 403, undefined, {
        as: 'demo-issuer',
      }),
      post(list, { isAdmin: true, role: { x: [1] } }, 200),
      read('GetIssuerBalance', 'CustomerIssuerId=1001&isAdmin=true&role=a&role=b', 200),
    ],
  },
];

async function sizes(registry: Registry): Promise<void> {
  const post = (headers: string[]) =>
    head(registry, `POST ${listPath} HTTP/1.1`, ['Content-Type: application/json', ...headers]);
  const huge = Buffer.alloc(11_534_336, ' ');
  const reported = await raw(
    registry,
    Buffer.concat([Buffer.from(await post([`Content-Length: ${huge.length}`])), huge]),
  );
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, ' '), Buffer.from('\r\n')]);
  const endless = await raw(
    registry,
    Buffer.concat([Buffer.from(await post(['Transfer-Encoding: chunked'])), ...Array(40).fill(chunk)]),
  );
  for (const response of [reported, endless]) {
    expect(response.status).toBe(413);
    expect(response.head).toMatch(/^connection: close$/im);
    wellSpoken(response);
  }
  // The rest of a body longer than declared would be the next request, but the connection is closed.
  const short = await raw(registry, (await post([`Content-Length: ${valid.length - 5}`])) + valid);
  expect([short.status, short.all.match(/HTTP\/1\.1 /g)?.length]).toEqual([400, 1]);
}
