import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson, readJson, writeJson } from './json.ts';

describe('parseJson', () => {
  test.each([
    ['empty', ''],
    ['spaces only', '  \n'],
    ['two documents', '{}{}'],
    ['trailing text', '{} x'],
    ['trailing comma in object', '{"a":1,}'],
    ['trailing comma in array', '[1,]'],
    ['comment', '{/* */"a":1}'],
    ['line comment', '// x\n{}'],
    ['byte order mark', '\ufeff{}'],
    ['single quotes', "{'a':1}"],
    ['bare name', '{a:1}'],
    ['missing colon', '{"a" 1}'],
    ['missing comma', '{"a":1 "b":2}'],
    ['unfinished text', '{"a":"b'],
    ['unfinished object', '{"a":1'],
    ['unfinished array', '[1'],
    ['leading zero', '{"a":01}'],
    ['plus sign', '{"a":+1}'],
    ['bare point', '{"a":.5}'],
    ['point at the end', '{"a":1.}'],
    ['hex', '{"a":0x1}'],
    ['NaN', '{"a":NaN}'],
    ['Infinity', '{"a":-Infinity}'],
    ['number out of range', '{"a":1e400}'],
    ['undefined', 'undefined'],
    ['half a word', 'tru'],
    ['capital word', 'True'],
    ['line break in text', '"a\nb"'],
    ['unknown escape', '"\\x41"'],
    ['short escape', '"\\u12"'],
    ['NUL in text', '{"a":"\\u0000"}'],
    ['lone surrogate escape', '{"a":"\\ud800"}'],
    ['lone surrogate', '{"a":"\udc00"}'],
    ['lone surrogate in a name', '{"\\ud800":1}'],
    ['form feed as space', '\f{}'],
    ['no-break space', '\u00a0{}'],
    ['repeated name', '{"a":1,"a":1}'],
    ['repeated name, escaped', '{"a":1,"\\u0061":2}'],
    ['repeated name deeper', '{"b":[{"a":1,"a":2}]}'],
    ['repeated __proto__', '{"__proto__":1,"__proto__":2}'],
  ])('rejects %s', (_what, text) => {
    expect(parseJson(text)).toMatchObject({ ok: false, reason: expect.stringMatching(/ at character \d+$/) });
  });

  test.each([
    ['{"name":"A\\u0000"}', 'name'],
    ['{"a":1,"name":"\\ud800"}', 'name'],
    ['{"a":{"b":"x"},"list":[{"c":"x"},{"c":"\\u0000"}]}', 'list[1].c'],
    ['{"a":["x","\\u0000"]}', 'a[1]'],
    ['[["\\u0000"]]', '[0][0]'],
    [`{"${'x'.repeat(100)}":"\\u0000"}`, 'x'.repeat(64)],
    ['{"a":{"\\u0000":1}}', 'a'],
    ['{"\\u0000":1}', undefined],
    ['"\\u0000"', undefined],
    ['{"a":tru}', undefined],
  ])('%s: the field of a text no register may hold is %s', (text, field) => {
    const result = parseJson(text) as { ok: boolean; field?: string };
    expect([result.ok, result.field]).toEqual([false, field]);
  });

  test('reports the position of the error', () => {
    expect(parseJson('{"a":1,}')).toEqual({ ok: false, reason: 'Name expected at character 8' });
  });

  test('depth 64 is accepted, 65 and 10,000 are rejected', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(parseJson(nested(64)).ok).toBe(true);
    expect(parseJson(nested(65)).ok).toBe(false);
    expect(parseJson(nested(10_000)).ok).toBe(false);
    expect(parseJson('{"a":'.repeat(10_000)).ok).toBe(false);
    expect(parseJson('[[]]', { depth: 1 }).ok).toBe(false);
  });

  test('a million values are rejected without being stored', () => {
    expect(parseJson(`[${'1,'.repeat(999_999)}1]`)).toMatchObject({ ok: false });
    expect(parseJson('[1,2,3]', { values: 3 }).ok).toBe(false);
  });

  test('names of prototypes are ordinary keys', () => {
    const text = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1}';
    const result = parseJson(text);
    expect(result.ok).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    const value = (result as { value: Record<string, unknown> }).value;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value.polluted).toBeUndefined();
  });

  test('integers stay exact', () => {
    const text = '[9007199254740991,9007199254740992,9007199254740993,-9007199254740993,1.0,1e2,0,-0,1.5]';
    expect(parseJson(text)).toEqual({
      ok: true,
      value: [9007199254740991, 9007199254740992n, 9007199254740993n, -9007199254740993n, 1, 100, 0, -0, 1.5],
    });
    expect(parseJson('1'.repeat(101)).ok).toBe(false);
  });

  test('parses what JSON.stringify writes, as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), (text) => {
        const result = parseJson(text);
        if (result.ok) expect(writeJson(result.value)).toBe(JSON.stringify(JSON.parse(text)));
        else expect(result.reason).toMatch(/Character not allowed|Repeated name|out of range/);
      }),
    );
  });

  test('never throws on any text', () => {
    const piece = fc.constantFrom(...'{}[]",:\\0123456789.eE+-trufalsn \n\u0000\ud800');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const result = parseJson(text);
        let known = true;
        try {
          JSON.parse(text);
        } catch {
          known = false;
        }
        if (result.ok) expect(known).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('readJson and writeJson', () => {
  test('a share count beyond 2^53 keeps its digits', () => {
    const text = '{"shares":9007199254740993,"percentage":12.5,"note":"1234567890123456789"}';
    expect(readJson(text)).toEqual({
      shares: '9007199254740993',
      percentage: 12.5,
      note: '1234567890123456789',
    });
    expect(writeJson(readJson(text, 'bigint'))).toBe(text);
  });

  test('parsing is lenient in responses: a repeated name, a byte order mark, NUL', () => {
    expect(readJson('\ufeff{"a":1,"a":2,"b":9007199254740993}')).toEqual({ a: 2, b: '9007199254740993' });
    expect(readJson('{"a":1,"a":2}')).toEqual({ a: 2 });
    expect(readJson('["\\u0000",12345678901234567]')).toEqual(['\0', '12345678901234567']);
  });

  test.each(['', '{', '<html>', '{"a":12345678901234567', 'null null'])('%j is not JSON', (text) => {
    expect(() => readJson(text)).toThrow(SyntaxError);
  });

  test('bigint is written digit for digit, also in lists', () => {
    expect(writeJson({ a: 9223372036854775807n, b: [1n, -9007199254740993n], c: null })).toBe(
      '{"a":9223372036854775807,"b":[1,-9007199254740993],"c":null}',
    );
  });
});

test('a number beyond 2^53 is found anywhere, and shorter ones start no search', () => {
  for (let before = 0; before < 40; before += 1) {
    const text = `{"${'x'.repeat(before)}":9007199254740993,"a":123456789012345}`;
    expect(readJson(text, 'bigint')).toEqual({
      ['x'.repeat(before)]: 9_007_199_254_740_993n,
      a: 123_456_789_012_345,
    });
  }
  expect(writeJson({ a: 1, b: [9_007_199_254_740_993n] })).toBe('{"a":1,"b":[9007199254740993]}');
});
