import { describe, expect, test } from 'vitest';
import { readPositionFile } from './position-file.ts';
import { csvFile, fixedFile, movement, position } from './write-file.ts';

const known = { agent: '7999', today: '2026-11-20' };
const read = (text: string, over: Partial<typeof known> = {}) =>
  readPositionFile(Buffer.from(text), { ...known, ...over });
const errorsOf = (text: string) => {
  const found = read(text);
  return 'errors' in found ? found.errors : [];
};
const lines = [
  position('100990100', 33_264_000n, 'LARKSPUR COMMON', -500n),
  position('800997108', 1_446_803n, 'HALDEN, "COMMON"'),
  movement('800997108', { reference: 'DW2026112000001', shares: 500n }),
];
const fixed = fixedFile({ lines });
const csv = csvFile({ lines });
const replaced = (text: string, from: string, to: string) => {
  expect(text).toContain(from);
  return text.replace(from, to);
};

test.each([
  ['Fixed', fixed, -500n],
  ['CSV', csv, null],
  ['Fixed', fixed.replaceAll('\n', '\r\n'), -500n],
  ['CSV', csv.replaceAll('\n', '\r\n').trimEnd(), null],
])('a whole file: %s', (layout, text, pending) => {
  const found = read(text);
  expect(found).toMatchObject({
    file: {
      ...{ layout, agent: '7999', asOf: '2026-11-20', sequence: 12, sum: '00000000000034710803' },
      positions: [{ cusip: '100990100', position: 33_264_000n, pending }, { position: 1_446_803n }],
      movements: [
        {
          ...{ cusip: '800997108', day: '2026-11-20', reference: 'DW2026112000001' },
          ...{ direction: 'Deposit', shares: 500n, status: 'Confirmed' },
        },
      ],
    },
  });
});

describe('refused with line and field', () => {
  const [, p1 = '', , m1 = '', trailer = ''] = fixed.split('\n');
  test.each<[string, string, number, string, RegExp]>([
    ['another agent', replaced(fixed, 'H7999', 'H7998'), 1, 'Agent', /is 7998, not 7999/],
    ['a day to come', replaced(fixed, '20261120', '20261121'), 1, 'As-of date', /after today/],
    ['no date', replaced(fixed, 'H7999    20261120', 'H7999    20261131'), 1, 'As-of date', /yyyymmdd/],
    ['a short line', replaced(fixed, p1, p1.slice(0, 79)), 2, 'Line', /79 characters/],
    ['a wrong check digit', replaced(fixed, 'P100990100', 'P100990101'), 2, 'CUSIP', /check digit/],
    [
      'letters in a position',
      replaced(fixed, '000000000033264000', '00000000003326400O'),
      2,
      'Position',
      /digits/,
    ],
    ['another kind of line', replaced(fixed, m1, `X${m1.slice(1)}`), 4, 'Record', /P, M or T/],
    ['another direction', replaced(fixed, '1 D0000', '1 X0000'), 4, 'Direction', /D, W/],
    ['an altered position', replaced(fixed, '33264000', '33264001'), 5, 'Sum', /add up to 34710804/],
    ['a line too few', replaced(fixed, `${p1}\n`, ''), 4, 'Lines', /says 3 lines, the file has 2/],
    ['no trailer', replaced(fixed, `${trailer}\n`, ''), 4, 'Trailer', /missing/],
    ['text behind the trailer', `${fixed}${m1}\n`, 6, 'Line', /follows the trailer/],
    ['a CUSIP twice', fixedFile({ lines: [lines[0]!, lines[0]!] }), 3, 'CUSIP', /line 2 already/],
    ['a reference twice', fixedFile({ lines: [lines[2]!, lines[2]!] }), 3, 'Reference', /line 2 already/],
    [
      'a movement after the day',
      replaced(fixed, `M80099710820261120`, `M80099710820261121`),
      4,
      'Movement date',
      /after the as-of/,
    ],
    ['no header', fixed.slice(81), 1, 'Header', /begins with H/],
    ['other columns', replaced(csv, 'record,agent', 'record,agents'), 1, 'Header', /must be record,agent,/],
    ['a field too few', replaced(csv, 'MOVEMENT,7999,', 'MOVEMENT,'), 4, 'Line', /11 fields, not 12/],
    [
      'another date in a line',
      replaced(csv, 'MOVEMENT,7999,20261120', 'MOVEMENT,7999,20261119'),
      4,
      'As-of date',
      /first line/,
    ],
    ['an open quote', replaced(csv, '""COMMON"""', '""COMMON""'), 3, 'Line', /quote/],
    ['an altered sum', replaced(csv, 'TRAILER,3,34710803', 'TRAILER,3,34710802'), 5, 'Sum', /add up/],
    ['nothing', '', 1, 'File', /empty/],
  ])('%s', (_name, text, line, field, message) => {
    const errors = errorsOf(text);
    expect(errors).toContainEqual({ line, field, text: expect.stringMatching(message) });
    expect(errors.length).toBeLessThanOrEqual(20);
  });

  test('bytes that are no text', () => {
    expect(readPositionFile(Uint8Array.of(0x48, 0xff), known)).toEqual({
      errors: [{ line: 1, field: 'File', text: 'is not UTF-8 text' }],
    });
  });
});
