import { expect, test } from 'vitest';
import { retryAfterMs } from './client.ts';
import { linesOf } from './holder-row.ts';
import { readBase } from './pull-register.ts';
import { accountTypeOf, certificateNameOf, formOf, restrictionOf, stopsOf } from './texts.ts';

test.for([
  ['', 'N'],
  ['No restriction', 'N'],
  ['Rule 144', 'R'],
  ['rule 144', 'R'],
  ['R', 'R'],
  ['Lock-Up Agreement', 'L'],
  ['Affiliate/Control', 'A'],
  ['Legend 7', undefined],
] as const)('the restriction %j is %s', ([text, code]) => expect(restrictionOf(text)).toBe(code));

test('account types are known by code and by title, and never guessed', () => {
  expect(accountTypeOf('JointTenant', 'x')).toBe('JointTenant');
  expect(accountTypeOf(undefined, 'Joint Tenant')).toBe('JointTenant');
  expect(accountTypeOf(undefined, 'Family office')).toBeUndefined();
});

test.for([
  ['CS-118', { prefix: 'CS', number: '118' }],
  ['cs 118', { prefix: 'CS', number: '118' }],
  ['CS118', { prefix: 'CS', number: '118' }],
  ['S1-12', { prefix: 'S1', number: '12' }],
  ['118', { prefix: '', number: '118' }],
  ['118A', undefined],
  ['', undefined],
] as const)('the certificate %j is %j', ([text, name]) => expect(certificateNameOf(text)).toEqual(name));

test('stops are read with their kind and day; what is not known stays a text', () => {
  expect(stopsOf('STOP – Adverse claim 4/2/2020; Frozen by the board')).toEqual([
    { kind: 'Adverse claim', placedOn: '2020-04-02', text: 'STOP – Adverse claim 4/2/2020' },
    { kind: undefined, placedOn: undefined, text: 'Frozen by the board' },
  ]);
  expect(stopsOf('')).toEqual([]);
});

test('the form of a definition is the one that it names', () => {
  expect(formOf({ certificateType: 'BookEntry' })).toBe('BookEntry');
  expect(formOf({ description: 'Paper certificate' })).toBe('Certificate');
  expect(formOf({ prefix: 'CS' })).toBeUndefined();
});

test('a long name is broken between words', () => {
  const word = 'a'.repeat(30);
  expect(linesOf('JOHN A SAMPLE')).toEqual(['JOHN A SAMPLE']);
  const lines = linesOf([word, word, word, word, word].join(' '));
  expect(lines.map((line) => line.length)).toEqual([92, 61]);
  expect(linesOf('b'.repeat(120))).toEqual(['b'.repeat(120)]);
});

test('Retry-After is seconds or a time', () => {
  const now = Date.parse('2026-11-20T15:00:00Z');
  expect(retryAfterMs('7', now)).toBe(7000);
  expect(retryAfterMs('Fri, 20 Nov 2026 15:00:30 GMT', now)).toBe(30_000);
  expect(retryAfterMs('Fri, 20 Nov 2026 14:00:00 GMT', now)).toBe(0);
  expect(retryAfterMs('soon', now)).toBe(0);
});

test.for([
  'http://registry.example',
  'http://localhost.example',
  'http://127.0.0.1.example',
  'ftp://registry.example',
  'https://a:b@registry.example',
  'https://registry.example/?key=1',
  'registry.example',
])('%s is not an address to which a secret is sent', (text) => expect(() => readBase(text)).toThrow());

test.for([
  'https://registry.example/base',
  'http://127.0.0.1:4010',
  'http://localhost:4010',
  'http://[::1]:4010',
])('%s is one', (text) => expect(readBase(text).href).toContain(text));
