import { expect, test } from 'vitest';
import { byteRange, namesTag } from './byte-range.ts';
import { attachment } from './file-reply.ts';
import { isPath, requestTarget } from './target.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['bytes', undefined],
  ['bytes=', undefined],
  ['bytes=-', undefined],
  ['bytes=a-b', undefined],
  ['bytes=9-1', undefined],
  ['bytes=0-1,3-4', undefined],
  ['lines=0-1', undefined],
  ['bytes=0-0', [0, 1]],
  ['BYTES=0-0', [0, 1]],
  ['bytes= 2-4 ', [2, 5]],
  ['bytes=5-', [5, 10]],
  ['bytes=5-99', [5, 10]],
  ['bytes=-3', [7, 10]],
  ['bytes=-99', [0, 10]],
  [`bytes=0-${'9'.repeat(400)}`, [0, 10]],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-12', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [`bytes=${'9'.repeat(400)}-`, 'unsatisfiable'],
])('%s of ten bytes is %j', (header, expected) => {
  const range = byteRange(header, 10);
  expect(typeof range === 'object' ? [range.start, range.end] : range).toEqual(expected);
});

test('If-None-Match: a list, a weak ETag and a star match; another or none does not', () => {
  for (const header of ['"a"', 'W/"a"', '"b", W/"a"', ' * ']) expect(namesTag(header, '"a"')).toBe(true);
  for (const header of [undefined, '', 'a', '"aa"', '"b"', '"*"'])
    expect(namesTag(header, '"a"')).toBe(false);
});

test('a file name is given in ASCII and in UTF-8; neither can end the header', () => {
  expect(attachment('Report_1001_20261120.pdf')).toBe(
    `attachment; filename="Report_1001_20261120.pdf"; filename*=UTF-8''Report_1001_20261120.pdf`,
  );
  expect(attachment('Ü 株 "q"\r\n\\%(*).pdf')).toBe(
    `attachment; filename="_ _ _q_____(*).pdf"; filename*=UTF-8''%C3%9C%20%E6%A0%AA%20%22q%22%0D%0A%5C%25%28%2A%29.pdf`,
  );
});

test.each([
  ['/sandbox/api/v1/x?a=1?b', '/api/v1/x', 'a=1?b'],
  ['/api/v1/x', '/api/v1/x', ''],
  ['/sandboxes/api', '/sandboxes/api', ''],
  ['//api/v1', '//api/v1', ''],
])('the target %s is %s', (url, path, query) => {
  expect(requestTarget(url, '/sandbox')).toEqual({ path, query });
});

test.each([
  ['/api/v1/x', true],
  ['http://any.example:81/sandbox/api/v1/x?a', false],
  ['HTTPS://u@any.example/api', false],
  ['*', false],
  ['any.example:443', false],
])('the target %s is a path: %s', (url, response) => {
  expect(isPath(url)).toBe(response);
});
