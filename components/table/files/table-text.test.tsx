// @vitest-environment happy-dom
import { createHash } from 'node:crypto';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readCells, unzip } from '#lib/sheet/archive-for-tests';
import { columns } from '../columns.tsx';
import { DataTable } from '../data-table.tsx';
import { MadeOn } from '../made-on.tsx';
import {
  big,
  fileOf,
  freshDevice,
  type Holding,
  holdings,
  kit,
  many,
  withClipboard,
} from '../test-table.tsx';
import { htmlOfShown, tsvOfShown } from './table-text.ts';

vi.mock('next/navigation', () => ({ useSearchParams: () => new URLSearchParams(window.location.search) }));
beforeEach(freshDevice);
afterEach(cleanup);

const serverTime = '2026-11-20T15:04:05Z';
const making = ['Prepared by', 'Rosa Miller', 'Prepared at', 'Nov 20, 2026, 3:04 PM UTC'];

/** As the docs say: header and rows of the CSV file, up to the empty line, without the byte order mark. */
const digestOfRows = (csv: string) =>
  createHash('sha256')
    .update(csv.replace('\ufeff', '').slice(0, csv.replace('\ufeff', '').indexOf('\r\n\r\n') + 2))
    .digest('hex');

const draw = (rows: readonly Holding[] = holdings, kinds = kit) =>
  render(
    <MadeOn day="2026-11-20" by="Rosa Miller" serverTime={serverTime}>
      <DataTable
        id="t"
        label="Cap table"
        columns={kinds}
        rows={rows}
        rowId={(row) => row.id}
        noun={['holder', 'holders']}
        about={[
          ['Issuer', 'Larkspur (1001)'],
          ['As of', '2026-06-30'],
        ]}
        fileName="cap-table_1001.csv"
      />
    </MadeOn>,
  );

async function sheets() {
  const { name, bytes } = await fileOf(/XLSX/);
  const parts = unzip(Buffer.from(bytes));
  const tabs = [
    ...parts
      .get('xl/workbook.xml')!
      .toString()
      .matchAll(/<sheet name="([^"]+)"[^>]*r:id="rId(\d+)"/g),
  ];
  const read = (part: string) => readCells(parts.get(`xl/worksheets/sheet${part}.xml`)!.toString());
  return {
    name,
    tabs: tabs.map(([, title]) => title),
    about: [...read(tabs[0]![2]!).values()].map((cell) => cell.value),
    table: read(tabs[1]![2]!),
    made: parts.get('docProps/core.xml')!.toString(),
  };
}
const line = (cells: Awaited<ReturnType<typeof sheets>>['table'], row: number) =>
  [...cells].filter(([ref]) => ref.replace(/[A-Z]+/, '') === `${row}`).map(([, cell]) => cell.value);

// One state of the table; the files must contain exactly its columns and rows, in its order.
const state = '/cap-table?sort=-shares,name&cols=since,shares,name&q=r&f.shares=>1';

it('CSV: columns, order, filter and row count of the screen, formulas inert', async () => {
  window.history.replaceState(null, '', state);
  draw();
  const { name, text } = await fileOf(/CSV/);
  expect(name).toBe('cap-table_1001.csv');
  expect(text.replace('\ufeff', '').split('\r\n')).toEqual([
    'Since,Shares,Holder',
    `2025-06-30,${big + 1n},"'=HYPERLINK(""x"")"`,
    `2024-02-29,${big},Alder`,
    '2026-01-02,5,"Birch, Joint"',
    '',
    'Issuer,Larkspur (1001)',
    'As of,2026-06-30',
    'Prepared by,Rosa Miller',
    'Prepared at,"Nov 20, 2026, 3:04 PM UTC"',
    'Rows,3 holders',
    'Filter,r',
    'Filter Shares,>1',
    'Sort,"Shares, descending; then Holder, ascending"',
    `SHA-256 of the rows,${digestOfRows(text)}`,
    '',
  ]);
});

it('XLSX: the first sheet states what the second holds', async () => {
  window.history.replaceState(null, '', `${state}0`);
  draw();
  const { name, tabs, about, table } = await sheets();
  expect(name).toBe('cap-table_1001.xlsx');
  expect(tabs).toEqual(['About', 'Cap table']);
  expect(about).toEqual([
    'Cap table',
    ...[
      'Issuer',
      'Larkspur (1001)',
      'As of',
      '2026-06-30',
      ...making,
      'Rows',
      '2 of 3 holders',
      'Filter',
      'r',
    ],
    ...['Filter Shares', '>10', 'Sort', 'Shares, descending; then Holder, ascending'],
    ...[
      'SHA-256 of the rows',
      digestOfRows(
        `Since,Shares,Holder\r\n2025-06-30,${big + 1n},"'=HYPERLINK(""x"")"\r\n2024-02-29,${big},Alder\r\n\r\n`,
      ),
    ],
    ...['Totals', 'Shares', '18,014,398,509,481,985'],
  ]);
  expect(line(table, 1)).toEqual(['Since', 'Shares', 'Holder']);
  // 45838 is 2025-06-30; the quantity exceeds the exact range of a spreadsheet number, so it is text.
  expect(line(table, 2)).toEqual(['45838', `${big + 1n}`, '=HYPERLINK("x")']);
  expect(table.get('B2')?.type).toBe('inlineStr');
  expect(line(table, 3)).toEqual(['45351', `${big}`, 'Alder']);
  expect(line(table, 4)).toEqual([]);
});

it("XLSX: is made on the register's day, whatever day the browser has", async () => {
  draw();
  const { made } = await sheets();
  expect(made.match(/\d{4}-\d\d-\d\dT[\d:]+Z/g)).toEqual(['2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z']);
});

it('XLSX: percent as an exact fraction, whole numbers as numbers, the kind of a cell by its row', async () => {
  const mixed = [
    ...kit.slice(0, 1),
    columns.shares<Holding>('shares', 'Amount', (row) => row.shares, {
      sheet: (row) => (row.id === '3' ? 'dollars' : 'shares'),
    }),
    kit[2]!,
  ];
  draw(holdings.slice(2), mixed);
  const { table } = await sheets();
  expect(line(table, 2)).toEqual(['Birch, Joint', '5', '0.3999999997']);
  expect([table.get('B2')?.type, table.get('C2')?.type]).toEqual(['n', 'n']);
});

it('XLSX of a long table has every row and lets the page breathe while it is written', async () => {
  draw(many(20_000));
  let breaths = 0;
  const timer = setInterval(() => {
    breaths += 1;
  }, 1);
  const { table } = await sheets();
  clearInterval(timer);
  expect(line(table, 20_001)).toEqual(['Holder 19999', '19999', '0.3999999997']);
  expect(breaths).toBeGreaterThan(0);
});

it('copies as text and as a table, both inert and exact', () => {
  const shown = { columns: kit.slice(0, 2), rows: holdings };
  expect(tsvOfShown(shown).split('\n')).toEqual([
    'Holder\tShares',
    `Alder\t${big}`,
    `'=HYPERLINK("x")\t${big + 1n}`,
    'Birch, Joint\t5',
  ]);
  const html = htmlOfShown(shown);
  expect(html).toContain(`<td style="mso-number-format:'\\@'">'=HYPERLINK(&quot;x&quot;)</td>`);
  expect(html).toContain(`<td style="mso-number-format:'\\@';text-align:right">${big}</td>`);
  expect(html).toContain('<td style=";text-align:right">5</td>');
});

it('puts text and table on the clipboard', async () => {
  const write = vi.fn(async (_items: ClipboardItem[]) => {});
  class Item {
    readonly data: Record<string, Blob>;
    constructor(data: Record<string, Blob>) {
      this.data = data;
    }
  }
  vi.stubGlobal('ClipboardItem', Item);
  withClipboard({ write });
  draw();
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  await vi.waitUntil(() => write.mock.calls.length > 0);
  const [item] = write.mock.calls[0]![0] as unknown as Item[];
  expect(Object.keys(item!.data)).toEqual(['text/plain', 'text/html']);
  expect((await item!.data['text/plain']!.text()).split('\n')).toHaveLength(4);
  vi.unstubAllGlobals();
});
