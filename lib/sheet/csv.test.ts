import { expect, test } from 'vitest';
import { csvRow, writeCsv } from './csv.ts';
import { isFormulaLike } from './formula-like.ts';

const payloads = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '=HYPERLINK("x")',
  "=cmd|' /C calc'!A0",
  '\t=1',
  '\r=1',
  '\n=1',
  '\u0000=1',
  ' =1',
  '\u00a0=1',
  '\ufeff=1',
  '\u200b+1',
  '\u202e=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  '﹦1',
  '−1',
];

test.each(payloads)('%j is a formula', (text) => {
  expect(isFormulaLike(text)).toBe(true);
});

test.each(['JOHN A SAMPLE', "O'BRIEN", '1001-01', 'A=1', '#5', '(x)', '', 'é', '東京'])(
  '%j is not a formula',
  (text) => {
    expect(isFormulaLike(text)).toBe(false);
  },
);

test('fields are quoted as in RFC 4180; formulas get an apostrophe, numbers do not', () => {
  expect(csvRow(['a', 'b,c', 'd"e', 'f\ng', null, true])).toBe('a,"b,c","d""e","f\ng",,true\r\n');
  expect(csvRow(['=1+1', '+x', -5, -5n, '-5'])).toBe("'=1+1,'+x,-5,-5,'-5\r\n");
  expect(csvRow([' padded '])).toBe('" padded "\r\n');
});

test('the file starts with a byte order mark', async () => {
  let text = '';
  for await (const chunk of writeCsv(['Name'], [['José']])) text += chunk;
  expect(text).toBe('\ufeffName\r\nJosé\r\n');
});
