import { expect, test } from 'vitest';
import { gather } from '#lib/sheet/archive-for-tests';
import { writeWorkbook } from '#lib/sheet/workbook';
import type { SheetRow } from '#lib/sheet/worksheet';
import { firstRowsOfCsv, firstRowsOfWorkbook } from './first-rows.ts';
import { previewKindOf } from './preview-kind.ts';

const many = Array.from({ length: 60 }, (_, at): SheetRow => [`A-${at}`, 9_007_199n, '0.5', '2026-11-20']);

const book = async (rows: readonly SheetRow[]) =>
  new Blob([
    (await gather(
      writeWorkbook({
        sheets: [
          {
            name: 'Shareholders',
            columns: [
              { header: 'Account', kind: 'text', width: 10 },
              { header: 'Shares', kind: 'shares', width: 10 },
              { header: 'Percent', kind: 'percent', width: 10 },
              { header: 'Since', kind: 'date', width: 10 },
            ],
            rows: async function* () {
              yield* rows;
            },
          },
        ],
        title: 'Holders',
        author: 'Agent',
        date: '2026-11-20',
      }),
    )) as Uint8Array<ArrayBuffer>,
  ]);

const texts = (rows: { cells: { text: string }[] }[]) =>
  rows.map(({ cells }) => cells.map(({ text }) => text));

test('a workbook is shown as a spreadsheet program shows it, up to the number of rows', async () => {
  const [sheet, ...others] = await firstRowsOfWorkbook(await book(many), 4);
  expect(others).toEqual([]);
  expect(sheet).toMatchObject({ name: 'Shareholders', hasMore: true });
  expect(sheet!.rows).toHaveLength(4);
  expect(texts(sheet!.rows).at(-1)).toEqual(['A-2', '9,007,199', '50%', 'Nov 20, 2026']);
});

test('a sheet with fewer rows has no more', async () => {
  const [sheet] = await firstRowsOfWorkbook(await book(many.slice(0, 1)), 50);
  expect(sheet).toMatchObject({ hasMore: false });
});

test('CSV: quoted text, a guarded formula, and the row that is cut off', async () => {
  const file = new Blob(['Account,Name\r\nA-1,"ALDER, ANN"\r\nA-2,\'=1+1\r\nA-3,Last\r\n']);
  const [sheet] = await firstRowsOfCsv(file, 'list.csv', 3);
  expect(texts(sheet!.rows)).toEqual([
    ['Account', 'Name'],
    ['A-1', 'ALDER, ANN'],
    ['A-2', '=1+1'],
  ]);
  expect(sheet!.hasMore).toBe(true);
});

test('what is no workbook is refused', async () => {
  await expect(firstRowsOfWorkbook(new Blob(['%PDF-1.7']), 50)).rejects.toThrow();
});

test.for([
  ['list.pdf', 1000, 'pdf'],
  ['list.XLSX', 1000, 'workbook'],
  ['list.csv', 1000, 'csv'],
  ['list.xlsx', 9 * 1024 ** 2, null],
  ['pack.zip', 1000, null],
  [null, 1000, null],
] as const)('%s of %d bytes: %s', ([name, bytes, kind]) => {
  expect(previewKindOf(name, bytes)).toBe(kind);
});
