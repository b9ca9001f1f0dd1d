import { describe, expect, test } from 'vitest';
import { attachment, fileNameFor, yearOf } from './file-name.ts';

const nasty = [
  '"; filename="evil.exe',
  'a\r\nSet-Cookie: x=1',
  '..\\..\\etc\\passwd',
  '../../etc/passwd',
  'a.pdf\u0000.exe',
  'Ünïcode 株 "q" ; rm.pdf',
  '\u202Efdp.exe',
  "it's (100%) *new*.pdf",
  '\uD800 alone.pdf',
  '😀'.repeat(200),
  '%0d%0aX: y',
  '',
];

/** Five hundred names with characters that have a meaning in a header, a shell or a file system. */
function names(): string[] {
  const signs = [
    '"',
    '\\',
    '\r',
    '\n',
    ';',
    '%',
    "'",
    '*',
    '/',
    '\u0000',
    '\u007f',
    'é',
    '株',
    '\u202E',
    'a',
    ' ',
  ];
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  const made = Array.from({ length: 500 }, () =>
    Array.from({ length: 1 + next(40) }, () => signs[next(signs.length)]).join(''),
  );
  return [...nasty, ...made];
}

describe('download file name', () => {
  test('is one header line, and both forms give one plain name', () => {
    for (const name of names()) {
      const header = attachment(name);
      // Throws on anything that is not a valid header value.
      expect(new Headers({ 'content-disposition': header }).get('content-disposition')).toBe(header);
      const [, plain, coded] =
        /^attachment; filename="([\x20-\x7e]*)"; filename\*=UTF-8''([\w.!~%-]*)$/.exec(header) ?? [];
      expect(plain, header).toBeDefined();
      expect(plain).not.toMatch(/["\\%]/);
      expect(decodeURIComponent(coded ?? '')).toBe(name.toWellFormed());
    }
  });

  test('is built here, whatever the operation is called', () => {
    const name = (endpoint: string) =>
      fileNameFor({ endpoint, issuer: 1004, day: '2026-11-20', extension: 'pdf' });
    expect(name('GenerateShareholderList')).toBe('ShareholderList_1004_20261120.pdf');
    const form = { endpoint: 'GenerateTA2Worksheet', issuer: null, extension: 'pdf' };
    expect(fileNameFor({ ...form, day: yearOf({ year: 2025 }) ?? '' })).toBe('TA2Worksheet_2025.pdf');
    expect([{}, { year: '2025' }, { year: 20.5 }, { year: 12 }].map(yearOf)).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(name('Generate../../x\r\n"')).toBe('x_1004_20261120.pdf');
  });
});
