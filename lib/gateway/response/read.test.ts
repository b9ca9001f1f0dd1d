import { describe, expect, test } from 'vitest';
import { idOf } from './other-issuers.ts';
import { readResponse } from './read.ts';

/** The value, or the thrown error. */
function read(text: string): unknown {
  try {
    return readResponse(text, 'bigint');
  } catch (error) {
    return (error as { code?: string }).code ?? error;
  }
}

describe('object with duplicate names', () => {
  test.each([
    '{"a":1,"a":2}',
    '{"a":1,"a":1}',
    '[{"b":{"a":1, "a" :1}}]',
    '{"a":[],"b":"x","a":[1]}',
    '{"a":1,"\\u0061":2}',
    '{"":1,"":2}',
    '{"a\\"":1,"a\\"":2}',
    '{"__proto__":1,"__proto__":2}',
    // Long numbers use the other parser.
    '{"shares":9007199254740993,"shares":1}',
    '\ufeff{"a":1,\n"a"\t\r\n:2}',
  ])('%s is unreadable', (text) => expect(read(text)).toBe('upstream_unreadable'));

  test.each([
    ['{"a":{"a":{"a":1}}}', { a: { a: { a: 1 } } }],
    ['[{"a":1},{"a":1}]', [{ a: 1 }, { a: 1 }]],
    ['{"a":"\\"a\\":1,\\"a\\":2","A":"a:"}', { a: '"a":1,"a":2', A: 'a:' }],
    ['{"a":"\\\\","b":"\\\\\\""}', { a: '\\', b: '\\"' }],
    ['["a","a",":"]', ['a', 'a', ':']],
    ['\ufeff{ "a" : 9007199254740993 }', { a: 9007199254740993n }],
    ['"a"', 'a'],
    ['null', null],
    ['{}', {}],
  ])('%s is accepted', (text, value) => expect(read(text)).toEqual(value));
});

test.each(['', '{', '{"a":1}x', '<html>', '{"a":NaN}', `${'['.repeat(65)}1${']'.repeat(65)}`])(
  '%s is not a response',
  (text) => expect(read(text)).toBe('upstream_unreadable'),
);

test.each([
  ['1001', 1001],
  [' 01001 ', 1001],
  ['0', 0],
  ['9007199254740991', 9007199254740991],
])('ID %o is the number', (given, id) => expect(idOf(given)).toBe(id));

test.each(['', 'K-1', '1001x', '-1', '1.0', '1e3', '9007199254740993', '١', null, undefined, 7, 7n, true])(
  'ID %o is unchanged',
  (given) => expect(idOf(given)).toBe(given),
);
