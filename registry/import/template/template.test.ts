import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gather, readCells, unzip } from '#lib/sheet/archive-for-tests';
import { lists, sheets } from '../fields/index.ts';
import { checkCodes } from './check-codes.ts';
import { example } from './example.ts';
import { instructions } from './instructions.ts';
import { columnRows, templateCsv, templateWorkbook } from './template.ts';

const names = [
  ...['Instructions', 'Columns', 'Source', 'Issuer', 'Classes', 'Authorized', 'Reserves', 'Holders'],
  ...['Positions', 'Tax lots', 'Stops', 'Differences', 'Control totals', 'Contacts'],
  ...['Plan members', 'Prices', 'Journal', 'Journal lines', 'Lists'],
];

async function opened(filled: boolean) {
  const files = unzip(await gather(templateWorkbook(filled)));
  const xmlOf = (name: string) => String(files.get(`xl/worksheets/sheet${names.indexOf(name) + 1}.xml`));
  return { files, xmlOf, cellsOf: (name: string) => readCells(xmlOf(name)) };
}

describe('the workbook', () => {
  test('has a sheet for each part of a register, with the headers in row 1 and nothing below', async () => {
    const { files, cellsOf } = await opened(false);
    const found = [...String(files.get('xl/workbook.xml')).matchAll(/<sheet name="([^"]*)"/g)];
    expect(found.map(([, name]) => name)).toEqual(names);
    for (const { name, fields } of sheets) {
      const cells = [...cellsOf(name)];
      expect(cells.map(([, cell]) => cell.value)).toEqual(fields.map((field) => field.name));
      expect(cells.every(([at]) => /^[A-Z]+1$/.test(at))).toBe(true);
    }
  });

  test('offers in each cell of a list the values of that list', async () => {
    const { xmlOf, cellsOf } = await opened(false);
    const found = /sqref="(G2:G\d+)"><formula1>Lists!\$([A-Z]+)\$2:\$\2\$(\d+)</.exec(xmlOf('Positions'));
    const listed = cellsOf('Lists');
    const rows = Array.from({ length: Number(found![3]) - 1 }, (_, row) => `${found![2]}${row + 2}`);
    expect(rows.map((at) => listed.get(at)?.value)).toEqual(['N', 'R', 'B', 'A', 'S', 'L', 'O']);
    expect(listed.get(`${found![2]}1`)?.value).toBe('Restriction');
  });

  test('keeps what is typed into blank cells of text columns as text, so that leading zeros stay', async () => {
    const { files, xmlOf } = await opened(false);
    const style = /<col min="1" max="1" width="\d+" style="(\d+)"/.exec(xmlOf('Holders'))![1]!;
    const formats = [...String(files.get('xl/styles.xml')).matchAll(/<xf numFmtId="(\d+)"[^>]*xfId/g)];
    expect(formats[Number(style)]![1]).toBe('49');
  });

  test('the filled one holds the example', async () => {
    const { cellsOf } = await opened(true);
    const positions = cellsOf('Positions');
    expect(positions.get('F2')).toMatchObject({ type: 'n', value: '1000000' });
    expect(positions.get('E2')).toMatchObject({ type: 'inlineStr', value: '118' });
    expect(cellsOf('Holders').get('S3')).toMatchObject({ type: 'inlineStr', value: '02139' });
  });
});

test('the CSV files have the same headers and rows', async () => {
  const files = unzip(await gather(templateCsv(true)));
  expect([...files.keys()].slice(0, 3)).toEqual(['instructions.txt', 'columns.csv', 'lists.csv']);
  expect(files.size).toBe(3 + sheets.length);
  const lots = String(files.get('tax-lots.csv')).split('\r\n');
  expect(lots[0]).toBe(
    '\ufeffClass,Prefix,Number,Lot,Acquired,Shares,Cost per share,Total cost,Covered,Method',
  );
  expect(lots[1]).toBe('Common,BE,41,1,2018-11-20,250000,12.5,3125000,N,Gift');
});

test('the example fills only columns there are, every required one, and lists with their values', () => {
  for (const sheet of sheets) {
    const keys = new Set(sheet.fields.map(({ key }) => key));
    for (const row of example[sheet.key] ?? []) {
      expect(Object.keys(row).filter((key) => !keys.has(key))).toEqual([]);
      for (const { key, type, required } of sheet.fields) {
        if (required === true) expect([sheet.name, key, row[key] ?? '']).not.toEqual([sheet.name, key, '']);
        if (type.kind !== 'list' || !row[key]) continue;
        expect(lists.get(type.list)!.map(([code]) => code)).toContain(row[key]);
      }
    }
  }
});

/** Codes that the check has in its source: of files and workbooks, not of packages (O) or pulled registers (R). */
function codesOfSource(): string[] {
  const files = ['registry/import', 'lib/sheet/read'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const read = files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const explained = join('registry/import/template', 'check-codes.ts');
  const found = read
    .filter((name) => name !== explained)
    .flatMap((name) => [...readFileSync(name, 'utf8').matchAll(/'([FXIHPLJT]\d\d)'/g)])
    .map(([, code]) => code!);
  return [...new Set(found)].sort();
}

test('the instructions explain every code of the check, and no other', () => {
  const explained = checkCodes.map(([code]) => code);
  expect(explained.toSorted()).toEqual(codesOfSource());
  expect(explained).toContain('J08');
  const lines = instructions.flatMap((one) => one.lines);
  for (const code of explained) expect(lines.filter((line) => line.startsWith(`${code}: `))).toHaveLength(1);
});

test('names of sheets, keys and headers are unique, and lists of one name are the same', () => {
  const unique = (all: readonly string[]) => expect(new Set(all).size).toBe(all.length);
  unique(sheets.map(({ name }) => name));
  unique(sheets.map(({ key }) => key));
  for (const { fields } of sheets) {
    unique(fields.map(({ key }) => key));
    unique(fields.map(({ name }) => name));
    for (const { type } of fields) if (type.kind === 'list') expect(lists.get(type.list)).toBe(type.values);
  }
});

test('the page of columns is up to date', async () => {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = columnRows();
  const parts = sheets.map(({ name, meaning, required }) => {
    const fields = rows.filter(([sheet]) => sheet === name);
    const head = ['| Column | Required | Form | Meaning |', '| --- | --- | --- | --- |'];
    const file = `CSV file \`${fields[0]![1]}\`${required ? '' : '; may be left out'}.`;
    return [`## ${name}`, '', `${meaning} ${file}`, '', ...head, ...fields.map((of) => row(of.slice(2)))];
  });
  const values = [...lists].map(([list, of]) => {
    const head = ['| Value | Meaning |', '| --- | --- |'];
    return [`### ${list}`, '', ...head, ...of.map(([code, meaning]) => row([`\`${code}\``, meaning]))];
  });
  const page = [
    ['# Columns of a register'],
    [
      'The sheets of the workbook that `npm run registry:template` writes, made from the same table as the workbook',
      '(`registry/import/fields`). `vitest run registry/import -u` writes this page.',
    ],
    ...parts,
    ['## Lists'],
    ...values,
  ];
  await expect(`${page.map((lines) => lines.join('\n')).join('\n\n')}\n`).toMatchFileSnapshot(
    '../../../docs/register-columns.md',
  );
});
