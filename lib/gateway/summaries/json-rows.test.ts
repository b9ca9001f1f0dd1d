import { expect, it } from 'vitest';
import { readRows } from './json-rows.ts';

async function* pieces(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = async (text: string, size: number, restBytesMax = 1_000) => {
  const rows: string[] = [];
  const rest = await readRows(pieces(text, size), 'accounts', restBytesMax, (row) => rows.push(row));
  return { rows, rest };
};

const awkward = [
  { name: 'a "quoted" \\ } ] name', securities: [{ n: 1 }, { n: [2] }] },
  { name: 'Ünïcode 🙂 "accounts": [', securities: [] },
  {},
];
const response = JSON.stringify({
  title: '"accounts":[',
  other: { accounts: 'not a list' },
  accounts: awkward,
  balances: [{ accounts: 1 }],
});

it('returns each row and the rest, wherever the response is split into chunks', async () => {
  for (const size of [1, 2, 3, 7, 64, 10_000]) {
    const { rows, rest } = await read(response, size);
    expect(rows.map((row) => JSON.parse(row))).toEqual(awkward);
    expect(JSON.parse(rest ?? '')).toEqual({ ...JSON.parse(response), accounts: [] });
  }
});

it('accepts whitespace between tokens, and a response without the list', async () => {
  const spaced = ' { "accounts" : [ {"a": 1} ,\n {"b": 2} ] , "balances": [] } ';
  expect((await read(spaced, 5)).rows).toEqual(['{"a": 1}', '{"b": 2}']);
  expect(await read('{"balances":[]}', 4)).toEqual({ rows: [], rest: '{"balances":[]}' });
});

it('distinguishes lists of the same name', async () => {
  const found: [string, number][] = [];
  const classes = [
    { name: 'A', accounts: [{ n: 1 }, { n: 2 }] },
    { accounts: [], name: 'B' },
    { accounts: [{ n: 3 }] },
  ];
  const text = JSON.stringify({ classes });
  const rest = await readRows(pieces(text, 5), 'accounts', 1_000, (row, list) => found.push([row, list]));
  expect(found).toEqual([
    ['{"n":1}', 0],
    ['{"n":2}', 0],
    ['{"n":3}', 2],
  ]);
  expect(JSON.parse(rest ?? '')).toEqual({ classes: classes.map((one) => ({ ...one, accounts: [] })) });
});

it('rejects a truncated response and rows that are not objects', async () => {
  for (const end of ['[{"a":1},{"b"', '[{"a":1},', '[{"a":1}, 5]}', '[null]}'])
    expect((await read(`{"accounts":${end}`, 6)).rest).toBeNull();
});

it('buffers no more than its limit', async () => {
  expect((await read(JSON.stringify({ long: 'x'.repeat(2_000), accounts: [] }), 100)).rest).toBeNull();
  expect(
    (await read(JSON.stringify({ accounts: [{ long: 'x'.repeat(1_200_000) }] }), 65_536)).rest,
  ).toBeNull();
});
