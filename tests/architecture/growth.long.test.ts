/** @module-tag long */
import { expect, test } from 'vitest';
import { maskInText } from '#lib/access/mask';
import { forLog } from '#lib/audit/log-guard';
import { endpointIds, endpointOf } from '#lib/contract/index';
import { match } from '#lib/contract/match';
import { decodeRequest, parseJson, readJson } from '#lib/contract/wire/index';
import { parseDecimal } from '#lib/format/decimal';
import { formatShares } from '#lib/format/shares';
import { redact } from '#lib/gateway/response/read';
import { csvColumns } from '#lib/proof/depository/csv-layout';
import { readPositionFile } from '#lib/proof/depository/position-file';
import { safeNext } from '#lib/routes';
import { attachment } from '#lib/runs/file-name';
import { parseRange } from '#lib/runs/serve';
import { readCookie } from '#lib/session/cookies';
import { cellXml } from '#lib/sheet/cell';
import { csvRow } from '#lib/sheet/csv';
import { csvParser } from '#lib/sheet/read/csv-reader';
import { xmlParser } from '#lib/sheet/read/xml';
import { rejectionOf } from '#lib/transport/reject-request';
import { bearerToken } from '#registry/access/tokens';
import { nameKey } from '#registry/db/names';
import { byteRange, namesTag } from '#registry/http/byte-range';
import { requestTarget } from '#registry/http/target';
import { indexKey } from '#registry/ledger/core/accounts';
import { wrapText } from '#registry/render/pdf/wrap-text';
import { growth, repeated, steep } from './growth.ts';

// The time of everything that parses foreign text grows linearly with its length. Measured as the ratio for a
// text four times as long, never as an absolute time.

const pieces = [
  '@',
  'a@',
  '@a.',
  '%40',
  '/',
  '/downloadreport',
  'http://',
  'https://a',
  '\u001b[',
  '\u001b]0;',
  '0',
  '900-12-345',
  '1 ',
  '1-',
  ' ',
  '\t\n',
  '-',
  '.',
  '=',
  ',',
  ';',
  '\\',
  '"',
  "'",
  'bearer ',
  'basic  ',
  'token',
  'token=',
  'token: \\',
  'taxid',
  'tax id ',
  'ssn no ',
  'ssn=1 ',
  'aA1-',
  'aA1_bB2',
  '%25',
  '%2525',
  '%',
  '\ud800',
  '\udc00',
  '😀',
  '\u202e',
  'é',
  'e\u0301',
  'A',
  'Smith, ',
  '<b>',
  '(',
  '[',
  '{',
  '&#',
];
/** After the repeated piece: nothing, or something that keeps a pattern from matching there. */
const suffixes = ['', '\n!'];

/** `largest`: characters of the longest text, where the default lengths take too long. */
type Reader = [name: string, run: (text: string) => unknown, largest?: number];

const headOf = (url: string, headers: Record<string, string[]>) => ({
  url,
  httpVersion: '1.1',
  headersDistinct: { host: ['books.example'], ...headers },
});

const decoded = endpointIds
  .filter((id) => id === 'GetIssuerBalance' || ['write', 'token'].includes(endpointOf(id).kind))
  .map((id) => endpointOf(id));

/** A response body of a registry, which may not be JSON. */
function read(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return null;
  }
}

const nowhere = { open() {}, close() {}, text() {} };

/** The text as XML, inside and outside of a tag, and as CSV; most texts are refused. */
function readFiles(text: string): void {
  for (const xml of [`<a>${text}</a>`, `<a b="${text}`, `<a ${text}>`, `<!--${text}`]) {
    try {
      const parser = xmlParser('a.xml', nowhere);
      parser.write(xml);
      parser.end();
    } catch {}
  }
  for (const csv of [text, `"${text}`, `a;b\n${text}`]) {
    try {
      const parser = csvParser('a.csv');
      parser.write(csv);
      parser.end();
    } catch {}
  }
}

/** Every field of a read, of the token call and of each write, filled with one text. */
function decodeAll(text: string): void {
  for (const endpoint of decoded) {
    const query = new URLSearchParams(Object.keys(endpoint.query?.shape ?? {}).map((name) => [name, text]));
    const body = Object.fromEntries(Object.keys(endpoint.body?.shape ?? {}).map((name) => [name, text]));
    decodeRequest(endpoint, { query, body }, { mode: 'gateway' });
  }
}

const redactions = { contact: true, issuers: 'all', rowsBy: null, keep: null } as const;

const readers: Reader[] = [
  ['log lines', (text) => forLog(text, ['t0p-Secret!value'])],
  ['tax ids in texts', maskInText],
  [
    'redaction of texts',
    (text) => redact({ name: text }, { operation: 'GetShareholderDetails', ...redactions }, '10.0.0.1:1'),
  ],
  [
    'redaction of names',
    (text) =>
      redact([{ [text]: 1 }], { operation: 'GetIssuerActiveCertificateDefinitions', ...redactions }, 'a:1'),
  ],
  ['request targets', (text) => rejectionOf(headOf(`/${text}`, {}))],
  [
    'addresses to go on to',
    (text) => [rejectionOf(headOf(`/sign-in?next=/${text}`, {})), safeNext(`/${text}`)],
  ],
  [
    'router headers',
    (text) =>
      ['next-url', 'next-router-state-tree', 'next-router-segment-prefetch'].map((name) =>
        rejectionOf(headOf('/', { [name]: [text] })),
      ),
  ],
  ['cookies', (text) => readCookie(text, 'sharebook.session')],
  [
    'paths of the interface',
    (text) => [match('GET', `/api/v1/${text}`), requestTarget(`/${text}`, '/books')],
  ],
  ['fields of requests', decodeAll, 4096],
  ['JSON', (text) => [parseJson(text), parseJson(JSON.stringify([text])), read(text)]],
  [
    'ranges and tags',
    (text) => [byteRange(`bytes=${text}`, 9), parseRange(`bytes=${text}`, 9), namesTag(text, '""')],
  ],
  ['tokens', (text) => bearerToken(`Bearer ${text}`)],
  ['names as they are ordered', (text) => [nameKey(text), indexKey(text)]],
  ['names of files', attachment],
  ['cells of files', (text) => [csvRow([text]), cellXml('A1', 'text', text, false)]],
  ['files that are read', readFiles],
  [
    'position files of the depository',
    (text) => {
      const known = { agent: '7999', today: '2026-11-20' };
      for (const file of [
        text,
        `${'H'.padEnd(80)}\n${text}`,
        `${csvColumns.join(',')}\n${text}`,
        `${csvColumns.join(',')}\n"${text}`,
      ])
        readPositionFile(Buffer.from(file), known);
    },
  ],
  ['figures', (text) => [parseDecimal(text), formatShares(text)]],
];

// On a busy machine a measurement may be wrong by chance. Steep growth is found at every try.
const tries = { retry: 2 };

test('super-linear growth is detected, linear growth is not', tries, () => {
  const input = (n: number) => repeated('a', n);
  expect(growth((text) => /a+b/.test(text), input)).toBeGreaterThan(steep);
  expect(growth((text) => /^a+b/.test(text), input)).toBeLessThan(steep);
});

test.each(readers)('%s', { timeout: 120_000, ...tries }, (_name, run, largest) => {
  const found: [string, number][] = [];
  for (const piece of pieces)
    for (const suffix of suffixes) {
      const ratio = growth(run, (n) => repeated(piece, n, suffix), largest);
      if (ratio > steep) found.push([JSON.stringify(piece + suffix), ratio]);
    }
  expect(found).toEqual([]);
});

test('line breaking of a report measures a number of characters linear in the text', () => {
  const measured = (text: string) => {
    let characters = 0;
    const encode = (part: string) => {
      characters += part.length;
      return { text: part, width: part.length * 500 };
    };
    wrapText({ encode } as unknown as Parameters<typeof wrapText>[0], text, 'regular', 40_000);
    return characters;
  };
  for (const piece of ['m', 'm ', 'mm-', 'e\u0301', '\u0301', 'word '.repeat(30)])
    for (const n of [75, 300, 2048, 8192]) {
      const most = Math.max(measured(repeated(piece, n)), n * 40);
      expect(measured(repeated(piece, 4 * n)) / most, `${piece} ${n}`).toBeLessThan(steep);
    }
});
