import { describe, expect, test } from 'vitest';
import { gather, quotedStyles, readCells, unzip } from './archive-for-tests.ts';
import type { Cell } from './cell.ts';
import { parametersSheet } from './parameters.ts';
import { type Sheet, type Workbook, writeWorkbook } from './workbook.ts';

const about = { title: 'Holders', author: 'Harborline', date: '2026-11-20' };

async function read(sheets: Sheet[], more: Partial<Workbook> = {}) {
  const entries = unzip(await gather(writeWorkbook({ ...about, ...more, sheets })));
  const text = (name: string) => entries.get(name)?.toString('utf8') ?? '';
  return { entries, text, sheet: (number: number) => text(`xl/worksheets/sheet${number}.xml`) };
}

const kinds = ['text', 'shares', 'money', 'percent', 'date', 'boolean'] as const;
const columns = kinds.map((kind) => ({ header: kind, kind }));

describe('cells', () => {
  test('numbers, dates and booleans are typed, the rest is text', async () => {
    const rows: Cell[][] = [
      ['CS-001', 1234567n, '1234.50', 0.827916, '2026-06-30', true],
      ['02134', 123456789012345n, '-0.01', '0.0001', '1899-12-31', false],
      ['id', 1234567890123456n, '12345678901234.56', null, null, null],
      ['x', 'Unlimited', 'n/a', { kind: 'text', value: '<0.0001%' }, '', null],
    ];
    const { sheet, text } = await read([{ name: 'Data', columns, rows }]);
    const cells = readCells(sheet(1));
    const at = (ref: string) => [cells.get(ref)?.type, cells.get(ref)?.value];
    expect(at('A2')).toEqual(['inlineStr', 'CS-001']);
    expect(at('B2')).toEqual(['n', '1234567']);
    expect(at('C2')).toEqual(['n', '1234.50']);
    expect(at('D2')).toEqual(['n', '0.827916']);
    expect(at('E2')).toEqual(['n', '46203']);
    expect(at('F2')).toEqual(['b', '1']);
    expect(at('A3')).toEqual(['inlineStr', '02134']);
    expect(at('B3')).toEqual(['n', '123456789012345']);
    expect(at('E3')).toEqual(['inlineStr', '1899-12-31']);
    expect(at('B4')).toEqual(['inlineStr', '1234567890123456']);
    expect(at('C4')).toEqual(['inlineStr', '12345678901234.56']);
    expect(at('B5')).toEqual(['inlineStr', 'Unlimited']);
    expect(at('D5')).toEqual(['inlineStr', '<0.0001%']);
    expect(cells.has('E5')).toBe(false);
    for (const format of ['0.0000%', 'm/d/yyyy', '&quot;$&quot;#,##0.00'])
      expect(text('xl/styles.xml')).toContain(format);
    expect(text('xl/styles.xml')).toContain('numFmtId="3"');
  });

  test('formula payloads stay text, are marked as text, and keep their characters', async () => {
    const payloads = [
      '=1+1',
      '+x',
      '-x',
      '@x',
      '\t=1',
      '\r=1',
      '\u0000=1',
      '＝1',
      ' =1',
      '\ufeff=1',
      '=HYPERLINK("x")',
    ];
    const { sheet, text } = await read([
      {
        name: 'Data',
        columns: [{ header: '=head', kind: 'text' }],
        rows: payloads.map((payload) => [payload]),
      },
    ]);
    expect(sheet(1)).not.toContain('<f');
    const cells = readCells(sheet(1));
    const quoted = quotedStyles(text('xl/styles.xml'));
    for (const [index, payload] of payloads.entries()) {
      const cell = cells.get(`A${index + 2}`);
      expect(cell?.type).toBe('inlineStr');
      expect(cell?.value).toBe(payload);
      expect(quoted.has(cell?.style ?? -1), JSON.stringify(payload)).toBe(true);
    }
    expect(cells.get('A1')?.type).toBe('inlineStr');
  });

  test('what XML cannot represent is escaped, and text that looks escaped is unchanged', async () => {
    const rows = [['a\u0007b\u0000c'], ['_x0041_'], ['lone \ud800 half'], ['a\r\nb'], ['<&>"']];
    const { sheet } = await read([{ name: 'Data', columns: columns.slice(0, 1), rows }]);
    expect(sheet(1)).toContain('a_x0007_b_x0000_c');
    expect(sheet(1)).toContain('_x005F_x0041_');
    expect(sheet(1)).toContain('lone \ufffd half');
    expect(sheet(1)).toContain('a_x000D_\nb');
    expect(sheet(1)).toContain('&lt;&amp;&gt;&quot;');
  });
});

describe('links', () => {
  const link = (text: string, address: string) => ({ kind: 'link' as const, text, address });

  test('a link is a formula with its text as the value; quotes stay within its texts', async () => {
    const rows = [
      [link('1017', 'https://s.example/issuers/1001/transactions/5')],
      [link('a "b" & <c>', 'https://s.example/?a="),1+1,("&b')],
    ];
    const { sheet, text } = await read([{ name: 'Data', columns: columns.slice(0, 1), rows }]);
    const cells = readCells(sheet(1));
    expect(cells.get('A2')).toMatchObject({
      type: 'str',
      value: '1017',
      formula: 'HYPERLINK("https://s.example/issuers/1001/transactions/5","1017")',
    });
    expect(cells.get('A3')).toMatchObject({
      value: 'a "b" & <c>',
      formula: 'HYPERLINK("https://s.example/?a=""),1+1,(""&b","a ""b"" & <c>")',
    });
    const xfs = /<cellXfs.*?<\/cellXfs>/s.exec(text('xl/styles.xml'))![0].match(/<xf .*?(?:\/>|<\/xf>)/gs)!;
    expect(xfs[cells.get('A2')!.style]).toContain('fontId="3"');
    expect(xfs).toHaveLength(cells.get('A2')!.style + 1);
  });

  test('an address that is too long for a formula leaves the text', async () => {
    const longest = `https://s.example/${'x'.repeat(237)}`;
    const rows = [[link('=1', longest)], [link('=1', `${longest}x`)]];
    const { sheet } = await read([{ name: 'Data', columns: columns.slice(0, 1), rows }]);
    const cells = readCells(sheet(1));
    expect(cells.get('A2')?.formula).toBe(`HYPERLINK("${longest}","=1")`);
    expect(cells.get('A3')).toMatchObject({ type: 'inlineStr', value: '=1' });
    expect(cells.get('A3')).not.toHaveProperty('formula');
  });

  test('more links than a sheet may have hyperlinks stay in one sheet, and nothing else is written for them', async () => {
    const rows = function* () {
      for (let row = 0; row < 70_000; row += 1)
        yield [link(`${row}`, `https://s.example/issuers/1001/transactions/${row}`)];
    };
    const { sheet, entries } = await read([{ name: 'Data', columns: columns.slice(0, 1), rows }]);
    expect(sheet(1).match(/<f>HYPERLINK/g)).toHaveLength(70_000);
    expect(sheet(1)).not.toContain('<hyperlink');
    expect([...entries.keys()].filter((name) => name.startsWith('xl/worksheets/'))).toHaveLength(1);
  });
});

describe('sheets', () => {
  test('the front sheet is listed first, written last and has the figures of the others', async () => {
    let sum = 0n;
    function* rows() {
      for (const shares of [5n, 7n]) {
        sum += shares;
        yield ['x', shares];
      }
    }
    const { text, sheet, entries } = await read([
      { name: 'Holders', columns: columns.slice(0, 2), rows, autofilter: true },
      parametersSheet('Report', 'List', () => [
        { heading: 'Totals', rows: [['Shares', { kind: 'shares', value: sum }]] },
      ]),
    ]);
    expect([...text('xl/workbook.xml').matchAll(/<sheet name="(.*?)"/g)].map((m) => m[1])).toEqual([
      'Report',
      'Holders',
    ]);
    expect(readCells(sheet(2)).get('B4')?.value).toBe('12');
    expect([...entries.keys()].indexOf('xl/worksheets/sheet2.xml')).toBeGreaterThan(
      [...entries.keys()].indexOf('xl/worksheets/sheet1.xml'),
    );
  });

  test('columns of figures and days are wide enough, whatever width is asked for; a wider one is kept', async () => {
    const narrow = kinds.map((kind) => ({ header: kind, kind, width: 5 }));
    const wide = { header: 'wide', kind: 'shares' as const, width: 30 };
    const { sheet } = await read([{ name: 'Data', columns: [...narrow, wide], rows: [] }]);
    const widths = [...sheet(1).matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width));
    // $99,999,999,999.99 and 999,999,999,999 with the space that a cell leaves at its sides.
    expect(widths).toEqual([5, 15, 17, 11, 11, 5, 30]);
  });

  test('titles are above their values: those of figures and days to the right', async () => {
    const { sheet, text } = await read([{ name: 'Data', columns, rows: [] }]);
    const xfs = /<cellXfs.*?<\/cellXfs>/s.exec(text('xl/styles.xml'))![0].match(/<xf .*?(?:\/>|<\/xf>)/gs)!;
    const sides = [...readCells(sheet(1)).values()].map(
      ({ style }) => /horizontal="(\w+)"/.exec(xfs[style]!)![1],
    );
    expect(sides).toEqual(['left', 'right', 'right', 'right', 'right', 'left']);
  });

  test('a row is as high as its text has lines, up to the limit of the format', async () => {
    const rows = [['one'], ['two\nlines'], ['a\nb\nc', 5n], ['\n'.repeat(100)]];
    const { sheet } = await read([{ name: 'Data', columns: columns.slice(0, 2), rows }]);
    const heights = [...sheet(1).matchAll(/<row r="[2-9]"(?: ht="(\d+)" customHeight="1")?>/g)];
    expect(heights.map(([, height]) => height)).toEqual([undefined, '26', '39', '403']);
  });

  test('lines between the cells are printed, but not on a sheet of labels', async () => {
    const { sheet } = await read([
      { name: 'Data', columns, rows: [] },
      parametersSheet('Report', 'List', () => []),
    ]);
    expect(sheet(1)).toContain('<printOptions gridLines="1"/><pageMargins');
    expect(sheet(2)).not.toContain('printOptions');
  });

  test('frozen header, filter over the rows above the bold total', async () => {
    const rows = [['a', 1n], ['b', 2n], { bold: true as const, cells: ['Total', 3n] }];
    const { text, sheet } = await read([
      {
        name: "O'Brien",
        columns: columns.slice(0, 2),
        titleRows: ['Title', 'as of'],
        rows,
        autofilter: true,
      },
    ]);
    expect(sheet(1)).toContain('<pane ySplit="3" topLeftCell="A4"');
    expect(sheet(1)).toContain('<autoFilter ref="A3:B5"/>');
    expect(text('xl/workbook.xml')).toContain(`'O''Brien'!$A$3:$B$5`);
    expect(sheet(1).indexOf('</sheetData>')).toBeLessThan(sheet(1).indexOf('<autoFilter'));
  });

  test('rows beyond the limit continue in the next sheet, none lost, header repeated', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => [`r${index}`]);
    const sheet = { name: 'Holders', columns: columns.slice(0, 1), rows, autofilter: true };
    const { text, ...book } = await read([sheet], { rowsMax: 10 });
    expect([...text('xl/workbook.xml').matchAll(/<sheet name="(.*?)"/g)].map((m) => m[1])).toEqual([
      'Holders',
      'Holders (2)',
      'Holders (3)',
    ]);
    const values = [1, 2, 3].flatMap((n) => [...readCells(book.sheet(n)).values()].map((cell) => cell.value));
    expect(values.filter((value) => value === 'text')).toHaveLength(3);
    expect(values.filter((value) => value !== 'text')).toEqual(rows.flat());
    expect(book.sheet(3)).toContain('<autoFilter ref="A1:A8"/>');
    expect(text('[Content_Types].xml')).toContain('/xl/worksheets/sheet3.xml');
  });

  test('a sheet that continues is named as the workbook asks, without taking the name of another', async () => {
    const rows = Array.from({ length: 15 }, (_, index) => [`r${index}`]);
    const sheets = ['Holders 2', 'Holders'].map((name) => ({ name, columns: columns.slice(0, 1), rows }));
    const partName = (name: string, part: number) => `${name} ${part}`;
    const { text } = await read(sheets, { rowsMax: 10, partName });
    expect([...text('xl/workbook.xml').matchAll(/<sheet name="(.*?)"/g)].map((m) => m[1])).toEqual([
      ...['Holders 2', 'Holders 2 2', 'Holders', 'Holders 2 (2)'],
    ]);
  });

  test('a full sheet is one sheet', async () => {
    const rows = Array.from({ length: 9 }, () => ['x']);
    const { entries } = await read([{ name: 'A', columns: columns.slice(0, 1), rows }], { rowsMax: 10 });
    expect([...entries.keys()].filter((name) => name.startsWith('xl/worksheets/'))).toHaveLength(1);
  });

  test('sheet names are made valid and unique', async () => {
    const make = (name: string) => ({ name, columns: [], rows: [] });
    const { text } = await read([
      make('A/B:C?'),
      make('a b c'),
      make('x'.repeat(40)),
      make("''"),
      make('a b c'),
    ]);
    const names = [...text('xl/workbook.xml').matchAll(/<sheet name="(.*?)"/g)].map((m) => m[1] ?? '');
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(5);
    for (const name of names) expect(name).toMatch(/^[^[\]:*?/\\]{1,31}$/);
  });
});

describe('streaming', () => {
  const many = (log: string[], count: number) =>
    (async function* () {
      try {
        for (let index = 0; index < count; index += 1) {
          log.push('row');
          yield [`row ${index} ${'x'.repeat(50)}`];
        }
      } finally {
        log.push('closed');
      }
    })();

  test('stopping early closes the source; rows are not read ahead of the reader', async () => {
    const log: string[] = [];
    const book = writeWorkbook({
      ...about,
      sheets: [{ name: 'A', columns: columns.slice(0, 1), rows: many(log, 1_000_000) }],
    });
    let taken = 0;
    for await (const chunk of book) {
      taken += chunk.length;
      if (taken > 100_000) break;
    }
    expect(log.at(-1)).toBe('closed');
    expect(log.length).toBeLessThan(200_000);
  });

  test('the same input gives the same bytes', async () => {
    const make = () =>
      gather(
        writeWorkbook({
          ...about,
          sheets: [{ name: 'A', columns: columns.slice(0, 1), rows: many([], 5000) }],
        }),
      );
    const [first, second] = [await make(), await make()];
    expect(first.equals(second)).toBe(true);
  });
});
