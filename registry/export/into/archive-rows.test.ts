import { expect, test } from 'vitest';
import { fieldText } from '../csv-field.ts';
import { archiveRows } from './archive-rows.ts';

async function read(text: string, length = text.length): Promise<(string | null)[][]> {
  async function* pieces() {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
  }
  const rows = [];
  for await (const piece of archiveRows('data/x.csv', pieces())) rows.push(...piece);
  return rows;
}

test('what the export writes is read as it was, in pieces of every length', async () => {
  const values = [null, '', 'a"b', '=1', "'=1", "'s", 'x,\n"y"', '\u{1f600}é', '-'];
  const text = `a,b\n${values.map((value) => `${fieldText('text', value)},${fieldText('shares', 12n)}\n`).join('')}`;
  const expected = [['a', 'b'], ...values.map((value) => [value, '12'])];
  for (const length of [1, 2, 3, 100]) expect(await read(text, length)).toEqual(expected);
});

test.for(['a,b', 'a,b\n"x', 'a,"b"c\n', 'a,b\n\u0000"'])('%j is refused', async (text) => {
  await expect(read(text)).rejects.toThrow('data/x.csv is not a table of an archive');
});
