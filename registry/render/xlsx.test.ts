import { expect, test } from 'vitest';
import { gather, readCells, unzip } from '#lib/sheet/archive-for-tests';
import type { Item, ReportDocument } from './document.ts';
import { report, row } from './document-for-tests.ts';
import { renderXlsx } from './xlsx.ts';

async function read(doc: ReportDocument, rowsMax?: number) {
  const entries = unzip(await gather(renderXlsx(doc, rowsMax)));
  const text = (name: string) => entries.get(name)?.toString('utf8') ?? '';
  const tabs = [...text('xl/workbook.xml').matchAll(/<sheet name="(.*?)" sheetId="(\d+)"/g)];
  const cells = (name: string) => {
    const tab = tabs.find((each) => each[1] === name);
    return readCells(text(`xl/worksheets/sheet${tab?.[2]}.xml`));
  };
  const values = (name: string) => [...cells(name).values()].map((cell) => cell.value);
  return { names: tabs.map((tab) => tab[1]), cells, values };
}

function* items(): Generator<Item> {
  yield { kind: 'facts', title: 'Meeting', facts: [['Quorum', '33.33%']] };
  yield row('A-1', ['JOHN A SAMPLE &', 'MARY B SAMPLE JT TEN'], 250n);
  yield { kind: 'sub', cells: ['BE-1', '2024-03-05', 200n] };
  yield { kind: 'sub', cells: ['BE-2', null, 50n] };
  yield row('A-2', '=1+1', 750n);
  yield { kind: 'total', cells: ['Total', null, 1000n, null] };
}

test('Report first, then tables, details with their IDs, and extra sheets', async () => {
  const doc = report(items, {
    open: () => ({
      items: items(),
      closing: () => ({
        totals: [['Outstanding', 1000n]],
        proof: { difference: 0n },
        footnotes: ['Registered only.'],
      }),
    }),
    extraSheets: [
      {
        name: 'Tax Lots',
        columns: [{ header: 'Lot', kind: 'text', weight: 10 }],
        rows: () => [['L-1'], ['L-2']],
      },
    ],
  });
  const { names, cells, values } = await read(doc);
  expect(names).toEqual(['Report', 'Holders', 'Certificates', 'Tax Lots']);
  expect(cells('Holders').get('B2')?.value).toBe('JOHN A SAMPLE & MARY B SAMPLE JT TEN');
  expect(cells('Holders').get('C2')).toMatchObject({ type: 'n', value: '250' });
  expect(cells('Holders').get('D2')).toMatchObject({ type: 'n', value: '0.25' });
  expect(cells('Holders').get('B3')).toMatchObject({ type: 'inlineStr', value: '=1+1' });
  expect(cells('Holders').get('C4')?.value).toBe('1000');
  expect(values('Certificates').slice(4, 8)).toEqual(['A-1', 'BE-1', '45356', '200']);
  expect(values('Tax Lots')).toEqual(['Lot', 'L-1', 'L-2']);
  const all = values('Report');
  for (const part of [
    'Larkspur Instruments Corporation (1001)',
    'As of 6/30/2026',
    'RSL-1',
    'Common',
    'Meeting',
    '33.33%',
    'Control totals',
    '1000',
    'Difference: 0',
    'Registered only.',
  ]) {
    expect(all).toContain(part);
  }
});

test('a link is written as one', async () => {
  const link = {
    kind: 'link' as const,
    text: '1017',
    address: 'https://s.example/issuers/1001/transactions/5',
  };
  const { cells } = await read(report(() => [{ kind: 'row', cells: [link, 'A', 1n, null] }]));
  expect(cells('Holders').get('A2')).toMatchObject({
    value: '1017',
    formula: 'HYPERLINK("https://s.example/issuers/1001/transactions/5","1017")',
  });
});

test('an empty selection has its header and a statement', async () => {
  const { names, values } = await read(report(() => []));
  expect(names).toEqual(['Report', 'Holders', 'Certificates']);
  expect(values('Holders')).toEqual([
    'Account no.',
    'Registration',
    'Total',
    'Percent',
    'No records for the selection',
  ]);
});

test('rows of several sections and tables are in their sheet, the section in its column', async () => {
  const amounts = {
    id: 'amounts',
    name: 'Amounts',
    columns: [{ header: 'Net', kind: 'money', weight: 10 }],
    sectionColumn: 'Class',
  } as const;
  const doc = report(function* (): Generator<Item> {
    yield row('A-1', 'X');
    for (const title of ['Common', 'Preferred']) {
      yield { kind: 'section', table: 'amounts', title };
      yield { kind: 'row', cells: ['12.50'] };
    }
  }, {});
  const { values } = await read({ ...doc, tables: [doc.tables[0], amounts] });
  expect(values('Amounts')).toEqual(['Class', 'Net', 'Common', '12.50', 'Preferred', '12.50']);
  expect(values('Holders')).toContain('A-1');
});

test('the same report gives the same bytes', async () => {
  const [first, second] = [await gather(renderXlsx(report(items))), await gather(renderXlsx(report(items)))];
  expect(first.equals(second)).toBe(true);
});

test('a sheet without records has a statement, details and extra sheets too', async () => {
  const doc = report(() => [], {
    extraSheets: [
      { name: 'Tax Lots', columns: [{ header: 'Lot', kind: 'text', weight: 8 }], rows: () => [] },
    ],
  });
  const { values } = await read(doc);
  for (const name of ['Holders', 'Certificates', 'Tax Lots'])
    expect(values(name)).toContain('No records for the selection');
});

test('rows beyond a sheet continue in further sheets, each row once, the details too', async () => {
  const many = function* (): Generator<Item> {
    for (let index = 1; index <= 12; index += 1) {
      yield row(`A-${index}`, 'X', BigInt(index));
      yield { kind: 'sub', cells: [`BE-${index}`, null, BigInt(index)] };
    }
  };
  const { names, cells } = await read(report(many), 6);
  const parts = (name: string) => [name, `${name} (2)`, `${name} (3)`];
  expect(names.filter((name) => !name?.startsWith('Report'))).toEqual([
    ...parts('Holders'),
    ...parts('Certificates'),
  ]);
  for (const name of ['Holders', 'Certificates']) {
    const first = parts(name).flatMap((part) => [...cells(part)].filter(([ref]) => /^A\d+$/.test(ref)));
    const accounts = first.filter(([ref]) => ref !== 'A1').map(([, cell]) => cell.value);
    expect(accounts).toEqual(Array.from({ length: 12 }, (_, index) => `A-${index + 1}`));
    expect(first.filter(([ref]) => ref === 'A1').map(([, { value }]) => value)).toEqual(
      Array(3).fill('Account no.'),
    );
  }
});
