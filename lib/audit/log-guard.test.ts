import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskInText } from '../access/mask.ts';
import { forLog, guardLogs, lineMax } from './log-guard.ts';

const token = 'Zk3Jq0-1xY_hT8vWc5RbN2mPd7LgS4aEoUi9KfXyQz6';

describe('canaries are not written to the log', () => {
  const lines: [string, string][] = [
    ['SSN', 'failed for 900-12-3456'],
    ['EIN', 'EIN 00-7654321 is refused'],
    ['SIN', 'SIN 046 454 286'],
    ['tax id field', '{"primaryTaxId":"900123456","name":"x"}'],
    ['tax id number', 'secondaryTaxId: 900654321'],
    ['e-mail', 'no account ada.quill+x@holders.example here'],
    ['e-mail, encoded', 'GET /x?email=ada.quill%40holders.example'],
    ['password', '{"password":"hunter22-Correct"}'],
    ['password in a form', 'email=x&password=hunter22-Correct&json=true'],
    ['bearer', 'authorization Bearer abc.def-ghi'],
    ['basic', 'Authorization: Basic ZGVtbzpzZWNyZXQ='],
    ['token', `access_token=${token}`],
    ['bare token', `seen ${token} twice`],
    ['cookie', `Cookie: __Host-sharebook.session=${token}; theme=dark`],
    ['access code', 'accessCode=sesame-open'],
    ['link', 'fetch https://registry.example/Api/v1/Report/DownloadReport/code/list.pdf/sesame-open failed'],
    ['link, other form', '/api/v1/Transaction/GenerateTransactionDetails/code/tx.pdf/sesame-open'],
    ['query', 'https://registry.example/api?customerShareholderId=CANARY-H1'],
    ['client secret', 'pair desk:t0p-Secret!value'],
    ['client secret, encoded', 'client_id=desk&x=t0p-Secret%21value'],
    ['client secret, base64', Buffer.from('t0p-Secret!value').toString('base64')],
  ];
  const canaries =
    /3456|7654321|4286|454|900123456|900654321|holders\.example|hunter22|abc\.def|ZGVtbzp|Zk3Jq0|sesame|CANARY|t0p-Secret|dDBwLVNl/;
  test.each(lines)('%s', (_name, line) => {
    const written: string[] = [];
    const write = (...parts: unknown[]) => void written.push(parts.join(' '));
    const target = { log: write, info: write, warn: write, error: write, debug: write, trace: write };
    guardLogs(['t0p-Secret!value', 'short'], target);
    target.error(line);
    target.log(JSON.stringify({ event: 'failed', error: String(new Error(line)) }));
    target.warn('%s happened', line, new Error(line).message);
    expect(written).toHaveLength(3);
    for (const text of written) expect(text.replaceAll(/\*{5}\d{4}/g, '')).not.toMatch(canaries);
  });
});

test('a line stays one line, without terminal escapes or bidirectional controls', () => {
  const given = 'a\r\n{"event":"forged"}\u001b[31mred\u001b]0;title\u0007\u0000\u2028b\u202ec\td';
  const line = forLog(given);
  expect(line).toBe('a\\r\\n{"event":"forged"}red??b?c d');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  expect(line).not.toMatch(/[\u0000-\u001f\u007f]/);
});

test('information needed for diagnosis is kept', () => {
  const line = JSON.stringify({
    event: 'failed',
    requestId: '0f5d7c1e-6a53-4b0e-9a51-3c1f6d0f2b11',
    endpoint: 'GetShareholderDetails',
    run: 'Zk3Jq01xYhT8vWc5RbN2mP',
    issuer: 1001,
    error: 'Error: connect ECONNREFUSED 127.0.0.1:4010',
    at: '2026-11-20T17:20:27.123Z',
  });
  expect(forLog(line)).toBe(line);
});

/** What must be hidden, as short and slow patterns. Used on short texts only. */
const plainly = (text: string): string =>
  text
    .replace(/[^\s"'\\]*\/(?:downloadreport|generatetransactiondetails)\/[^\s"'\\]*/gi, '(hidden)')
    .replace(/(https?:\/\/[^\s"'?#\\]+)[?#][^\s"'\\]*/gi, '$1?(hidden)')
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 (hidden)')
    .replace(
      /((?:access_?code|pass(?:word|wd)?|token|cookie)\w*\\*["']?\s*[:=]\s*\\*["']?)[^\s"',;&}\\]+/gi,
      '$1(hidden)',
    )
    .replace(/(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{32,}(?![\w-])/g, '(hidden)')
    .replace(/[^\s<>"',;:()\\]+(?:@|%40)[^\s<>"',;:()\\]+\.[^\s<>"',;:()\\]+/g, '(hidden)')
    .replace(
      /("?\b(?:primary|secondary)?(?:tax_?id|ssn|ein|sin)(?:number)?\\*"?\s*[:=]\s*\\*"?)(\d[\d -]{6,10})/gi,
      '$1(hidden)',
    );

test('redaction masks exactly what the plain patterns match', () => {
  const pieces = fc.constantFrom(
    ...[
      '@',
      '%40',
      '.',
      'a',
      'B',
      '7',
      ' ',
      '"',
      "'",
      '\\',
      '/',
      '?',
      '#',
      ':',
      '=',
      ',',
      ';',
      '(',
      '-',
      '_',
    ],
    ...['https://', 'HTTP://', '/DownloadReport/', '/generatetransactiondetails/', 'bearer', 'Basic '],
    ...['token', 'accessCode', 'access_code', 'password', 'Cookie', 'aB3'.repeat(11), '-'.repeat(20)],
    ...['taxId', 'primary', 'ssn', 'number', '1234567', '12-34 5'],
  );
  const texts = fc.array(pieces, { maxLength: 24 }).map((all) => all.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      expect(forLog(text)).toBe(maskInText(plainly(text)));
    }),
    { numRuns: 5000 },
  );
});

test('a long text is truncated with a mark; a secret at the cut is left out', () => {
  const ends = ['ada.quill@holders.example', 'EIN 00-7654321', 't0p-Secret!value', '900 12 3456'];
  for (const end of ends)
    for (let before = lineMax - 40; before < lineMax + 1100; before += 19) {
      const text = `${'x '.repeat(before / 2)} ${end} ${'y '.repeat(1000)}`;
      const line = forLog(text, ['t0p-Secret!value']);
      const [written, rest] = line.split('…');
      expect(rest).toBe(` (cut, ${text.length} characters in all)`);
      expect(written?.length).toBeLessThanOrEqual(lineMax);
      expect(/ada|765|t0p|900/.test(written ?? '')).toBe(false);
    }
  expect(forLog('x '.repeat(lineMax / 2))).toBe('x '.repeat(lineMax / 2));
});
