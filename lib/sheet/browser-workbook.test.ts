import { expect, test } from 'vitest';
import { gather, readCells, unzip } from './archive-for-tests.ts';
import { writeWorkbookInBrowser } from './browser-workbook.ts';
import { type Workbook, writeWorkbook } from './workbook.ts';

const book = (rows: number): Workbook => ({
  title: 'Holders',
  author: 'Sharebook',
  date: '2026-11-20',
  sheets: [
    {
      name: 'Holders',
      columns: [
        { header: 'Holder', kind: 'text' },
        { header: 'Shares', kind: 'shares' },
      ],
      rows: (function* () {
        for (let row = 0; row < rows; row += 1) yield [`Hölder ${row}`, BigInt(row) * 9_007_199_254n];
      })(),
    },
  ],
});

test('the browser writes the same parts as the server', async () => {
  const [ours, theirs] = await Promise.all([
    gather(writeWorkbookInBrowser(book(5_000))),
    gather(writeWorkbook(book(5_000))),
  ]);
  const [here, there] = [unzip(ours), unzip(theirs)];
  expect([...here.keys()]).toEqual([...there.keys()]);
  for (const [name, bytes] of there) expect(here.get(name)?.equals(bytes), name).toBe(true);
  const cells = readCells(here.get('xl/worksheets/sheet1.xml')!.toString());
  expect(cells.get('B5001')?.value).toBe(`${4_999n * 9_007_199_254n}`);
});

test('a failing source fails the file, and stopping early closes the source', async () => {
  let closed = 0;
  const rows = async function* () {
    try {
      yield ['one', 1];
      throw new Error('source broke');
    } finally {
      closed += 1;
    }
  };
  const failing = { ...book(0), sheets: [{ ...book(0).sheets[0]!, rows: rows() }] };
  await expect(gather(writeWorkbookInBrowser(failing))).rejects.toThrow('source broke');
  expect(closed).toBe(1);

  const endless = function* () {
    try {
      for (let row = 0; ; row += 1) yield [`${Math.sin(row)}`.repeat(9), row];
    } finally {
      closed += 1;
    }
  };
  const parts = writeWorkbookInBrowser({ ...book(0), sheets: [{ ...book(0).sheets[0]!, rows: endless() }] });
  for await (const part of parts) if (part.length > 1_000) break;
  await expect.poll(() => closed).toBe(2);
});
