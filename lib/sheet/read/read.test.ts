import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { gather } from '../archive-for-tests.ts';
import { type Sheet, writeWorkbook } from '../workbook.ts';
import { writeZip } from '../zip.ts';
import type { RawRow } from './cells.ts';
import { readCsv } from './csv-reader.ts';
import { openStringStore } from './string-store.ts';
import { openWorkbook } from './workbook-reader.ts';
import { defaultLimits, openZip, type ZipLimits } from './zip-reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'read-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

function saved(bytes: Uint8Array): string {
  files += 1;
  const path = join(folder, String(files));
  writeFileSync(path, bytes);
  return path;
}

type Parts = Record<string, string | Uint8Array>;
const zipped = (parts: Parts, store = false) =>
  gather(
    writeZip(
      Object.entries(parts).map(([name, data]) => ({ name, data: Buffer.from(data), store })),
      { date: '2026-01-01' },
    ),
  );

async function readAll(path: string, limits?: ZipLimits) {
  const zip = await openZip(path, limits);
  try {
    const book = await openWorkbook(zip);
    const sheets: Record<string, RawRow[]> = {};
    const merges: string[] = [];
    for (const sheet of book.sheets) {
      sheets[sheet.name] = [];
      for await (const rows of sheet.rows(merges)) sheets[sheet.name]!.push(...rows);
    }
    book.close();
    return { is1904: book.is1904, sheets, merges };
  } finally {
    await zip.close();
  }
}

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;

/** A workbook of one sheet as other programs write them. */
const book = (sheet: string, more: Parts = {}): Parts => ({
  '[Content_Types].xml': '<Types><Override ContentType="x.sheet.main+xml"/></Types>',
  '_rels/.rels': `<Relationships>${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  'xl/workbook.xml':
    '<x:workbook xmlns:x="m" xmlns:r="r"><x:workbookPr date1904="1"/><x:sheets><x:sheet name="A &amp; B" sheetId="1" r:id="r1"/></x:sheets></x:workbook>',
  'xl/_rels/workbook.xml.rels': `<Relationships>${relation('r1', 'worksheet', '/xl/worksheets/s.xml')}${relation('r2', 'styles', 'styles.xml')}${relation('r3', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[Red]yyyy\\-mm"/><numFmt numFmtId="171" formatCode="0 &quot;days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>',
  'xl/sharedStrings.xml':
    '<sst><si><t>one</t></si><si><r><t>t</t></r><r><t xml:space="preserve">wo </t></r><rPh><t>no</t></rPh></si><si><t>_x0007_&#x41;&lt;</t></si></sst>',
  'xl/worksheets/s.xml': `<worksheet><sheetData>${sheet}</sheetData><mergeCells><mergeCell ref="A20:A24"/></mergeCells></worksheet>`,
  ...more,
});

test.for([
  ['[$€-407] #,##0.00', '€'],
  ['#,##0.00 [$CHF]', 'CHF'],
  ['&quot;£&quot;#,##0', '£'],
  ['[$$-409]#,##0.00', undefined],
  ['[$USD] #,##0.00', undefined],
  ['[$-409]#,##0.00', undefined],
  ['&quot;$&quot;#,##0.00', undefined],
] as const)('a number in the format %s has the currency %s', async ([format, currency]) => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="170"/></cellXfs></styleSheet>`;
  const parts = book('<row r="1"><c r="A1" s="0"><v>12.5</v></c></row>', { 'xl/styles.xml': styles });
  const { sheets } = await readAll(saved(await zipped(parts)));
  expect(Object.values(sheets)[0]?.[0]?.cells).toEqual([
    { kind: 'number', text: '12.5', ...(currency && { currency }) },
  ]);
});

test('a workbook that we wrote is read as it was written', async () => {
  const columns = [
    { header: 'Account', kind: 'text' as const },
    { header: 'Shares', kind: 'shares' as const },
    { header: 'Issued', kind: 'date' as const },
  ];
  const sheet: Sheet = {
    name: 'Positions',
    columns,
    rows: [['00118 \u0007', 12n, '2019-05-01'], [], ['=1+1', null, '']],
  };
  const path = saved(
    await gather(writeWorkbook({ title: '', author: '', date: '2026-01-01', sheets: [sheet] })),
  );
  const { sheets, is1904 } = await readAll(path);
  expect(is1904).toBe(false);
  expect(sheets.Positions).toEqual([
    {
      number: 1,
      isHidden: false,
      cells: ['Account', 'Shares', 'Issued'].map((text) => ({ kind: 'text', text })),
    },
    {
      ...{ number: 2, isHidden: false },
      cells: [
        { kind: 'text', text: '00118 \u0007' },
        { kind: 'number', text: '12' },
        { kind: 'date', text: '43586' },
      ],
    },
    { number: 4, isHidden: false, cells: [{ kind: 'text', text: '=1+1' }] },
  ]);
});

test('cells of other programs: shared and rich strings, formulas, errors, dates, hidden rows, merged cells', async () => {
  const rows =
    '<row r="2" hidden="1"><c r="A2" t="s"><v>0</v></c><c t="s"><v>1</v></c><c r="D2" t="s"><v>2</v></c></row>' +
    '<row><c s="1"><v>43586.5</v></c><c s="2"><v>1</v></c><c s="3"><v>2</v></c><c t="b"><v>1</v></c><c t="e"><v>#REF!</v></c></row>' +
    '<row r="9"><c r="B9"><f>F9*2</f><v>4</v></c><c r="C9"><v>1.23457E+14</v></c><c r="AB9" s="1"/></row><row r="10"><c r="A10" s="1"/></row>';
  const { sheets, is1904, merges } = await readAll(saved(await zipped(book(rows))));
  expect([is1904, merges]).toEqual([true, ['A20:A24']]);
  const cell = (kind: string, text: string) => ({ kind, text });
  expect(sheets['A & B']).toEqual([
    {
      number: 2,
      isHidden: true,
      cells: [cell('text', 'one'), cell('text', 'two '), undefined, cell('text', '\u0007A<')],
    },
    {
      ...{ number: 3, isHidden: false },
      cells: [
        cell('date', '43586.5'),
        cell('date', '1'),
        cell('number', '2'),
        cell('boolean', 'TRUE'),
        cell('error', '#REF!'),
      ],
    },
    {
      number: 9,
      isHidden: false,
      cells: [undefined, cell('formula', '=F9*2'), cell('number', '1.23457E+14')],
    },
  ]);
});

test('a logical value that LibreOffice saves as a formula is a value; every other formula stays one', async () => {
  const saves = (value: string, formula: string, type = 'b') =>
    `<c t="${type}"><f aca="false">${formula}</f><v>${value}</v></c>`;
  const others = [saves('0', 'TRUE()'), saves('1', 'NOT(FALSE())'), saves('TRUE', 'TRUE()', 'str')];
  const rows = `<row>${saves('1', 'TRUE()')}${saves('0', 'FALSE()')}${others.join('')}</row>`;
  const { sheets } = await readAll(saved(await zipped(book(rows))));
  expect(sheets['A & B']![0]!.cells).toEqual([
    { kind: 'boolean', text: 'TRUE' },
    { kind: 'boolean', text: 'FALSE' },
    { kind: 'formula', text: '=TRUE()' },
    { kind: 'formula', text: '=NOT(FALSE())' },
    { kind: 'formula', text: '=TRUE()' },
  ]);
});

test('a link between two texts is the text that it shows, with its address; another formula stays one', async () => {
  const link = { kind: 'link' as const, text: 'No. "7" & 8', address: 'https://s.example/?a="1"&b' };
  const ours: Sheet = { name: 'A & B', columns: [{ header: 'No.', kind: 'text' }], rows: [[link]] };
  const written = await gather(writeWorkbook({ title: '', author: '', date: '2026-01-01', sheets: [ours] }));
  const saves = (formula: string, type = 'str') => `<c t="${type}"><f aca="false">${formula}</f><v>7</v></c>`;
  const others = [
    saves('HYPERLINK("https://s.example/","7")'),
    saves('HYPERLINK("https://s.example/","8")'),
    saves('HYPERLINK("https://s.example/",A1)'),
    saves('HYPERLINK("https://s.example/","7")&amp;A1&amp;("")'),
    saves('HYPERLINK("https://s.example/","7")', 'e'),
  ];
  const read = [written, await zipped(book(`<row>${others.join('')}</row>`))].map(async (bytes) => {
    const { sheets } = await readAll(saved(bytes));
    return sheets['A & B']!.at(-1)!.cells;
  });
  const { text, address } = link;
  expect(await Promise.all(read)).toEqual([
    [{ kind: 'text', text, address }],
    [
      { kind: 'text', text: '7', address: 'https://s.example/' },
      { kind: 'formula', text: '=HYPERLINK("https://s.example/","8")' },
      { kind: 'formula', text: '=HYPERLINK("https://s.example/",A1)' },
      { kind: 'formula', text: '=HYPERLINK("https://s.example/","7")&A1&("")' },
      { kind: 'formula', text: '=HYPERLINK("https://s.example/","7")' },
    ],
  ]);
});

describe('is refused with one sentence', () => {
  const refused = async (path: string, limits?: ZipLimits) => {
    const error = await readAll(path, limits).catch((cause) => cause);
    return [error.code, error.message];
  };
  const reason = (text: string) => ['F01', `The file is not a readable XLSX, CSV or ZIP file: ${text}.`];

  test('a file that is cut off, or no archive', async () => {
    const whole = await zipped(book(''));
    expect(await refused(saved(whole.subarray(0, whole.length - 30)))).toEqual(
      reason('no central directory'),
    );
    expect(await refused(saved(Buffer.from('Account,Name\n')))).toEqual(reason('no central directory'));
    expect(await refused(saved(Buffer.from('x')))).toEqual(reason('it is cut off'));
  });

  test('an encrypted one, and one of Excel 97', async () => {
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
    expect(await refused(saved(old))).toEqual(reason('it is a workbook of Excel 97. Save it as XLSX'));
    const locked = Buffer.concat([old, Buffer.from('EncryptedPackage', 'utf16le')]);
    expect(await refused(saved(locked))).toEqual(['F02', 'The file is encrypted. Remove the password.']);
    const bytes = await zipped({ 'a.csv': 'x' });
    const at = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bytes[at + 8]! |= 1;
    expect(await refused(saved(bytes))).toEqual(['F02', 'The file is encrypted. Remove the password.']);
  });

  test('an entry that expands too far, whatever size it states', async () => {
    const zeros = `<styleSheet>${' '.repeat(30_000_000)}</styleSheet>`;
    const bomb = await zipped(book('', { 'xl/styles.xml': zeros }));
    expect(await refused(saved(bomb))).toEqual(['F03', 'xl/styles.xml expands more than 100 times.']);
    const limits = { ...defaultLimits, entryMax: 1_000_000 };
    const tooFar = ['F03', 'xl/styles.xml expands beyond what is allowed, 1000000 bytes.'];
    expect(await refused(saved(bomb), limits)).toEqual(tooFar);
    const sheet = `<row><c t="inlineStr"><is><t>${'x'.repeat(3000)}</t></is></c></row>`;
    const liar = await zipped(book(sheet.repeat(2000)));
    const at = liar.lastIndexOf(Buffer.from('xl/worksheets/s.xml')) - 46;
    liar.writeUInt32LE(100, at + 24);
    expect((await refused(saved(liar), limits))[1]).toBe(
      'xl/worksheets/s.xml expands beyond what is allowed, 1000000 bytes.',
    );
    expect(await refused(saved(liar))).toEqual(reason('xl/worksheets/s.xml is damaged'));
  });

  test.for(['../x.csv', '/x.csv', 'a/../x.csv', 'C:x.csv', 'a\\x.csv', 'a\0.csv'])(
    'the path %j',
    async (name) => {
      const path = saved(await zipped({ [name]: '' }));
      expect(await refused(path)).toEqual(['F04', `The entry ${name} has an unsafe path.`]);
    },
  );

  test('two entries that differ only in case, a header with another name, entries that overlap', async () => {
    expect(await refused(saved(await zipped({ 'a.csv': '', 'A.csv': '' })))).toEqual(
      reason('A.csv is in it twice'),
    );
    const other = await zipped({ 'a.csv': '1' });
    other.write('b', 30);
    expect(await refused(saved(other))).toEqual(reason('a.csv is called b.csv in its own header'));
    const over = await zipped({ 'a.csv': 'first', 'b.csv': 'second' }, true);
    const first = over.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    over.writeUInt32LE(60, first + 20);
    expect(await refused(saved(over))).toEqual(reason('a.csv overlaps what follows it'));
  });

  test('more entries than allowed', async () => {
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`${index}`, '']));
    expect(await refused(saved(await zipped(many)))).toEqual(
      reason('it has 1001 entries, and 1000 are allowed'),
    );
  });

  test('a document type, an entity, deep nesting, broken XML, another encoding, macros', async () => {
    const with_ = async (part: string, text: string | Uint8Array) =>
      refused(saved(await zipped(book('', { [part]: text }))));
    const lol = '<!DOCTYPE w [<!ENTITY a "aaaa">]><workbook><sheets>&a;</sheets></workbook>';
    expect(await with_('xl/workbook.xml', lol)).toEqual(['F05', 'xl/workbook.xml declares a document type.']);
    expect(await with_('xl/workbook.xml', '<w>&xxe;</w>')).toEqual([
      ...['F05', 'xl/workbook.xml uses an entity that is not known, &xxe;.'],
    ]);
    expect(await with_('xl/workbook.xml', '<a>'.repeat(40))).toEqual(
      reason('xl/workbook.xml is nested more than 32 deep'),
    );
    expect(await with_('xl/workbook.xml', '<a><b></a>')).toEqual(
      reason('xl/workbook.xml is not well-formed XML'),
    );
    expect(await with_('xl/workbook.xml', '<a>')).toEqual(reason('xl/workbook.xml is cut off'));
    expect(await with_('xl/workbook.xml', Buffer.from('<a>J\xf6rg</a>', 'latin1'))).toEqual(
      reason('xl/workbook.xml is neither UTF-8 nor UTF-16'),
    );
    const macro =
      '<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>';
    expect(await with_('[Content_Types].xml', macro)).toEqual(
      reason('it is a workbook with macros. Save it as XLSX'),
    );
  });

  test('a column beyond the limit, rows out of order, a shared string that is not there', async () => {
    const sheet = async (rows: string) => refused(saved(await zipped(book(rows))));
    const path = 'xl/worksheets/s.xml';
    expect(await sheet('<row><c r="ZZZ1"><v>1</v></c></row>')).toEqual(
      reason(`${path} has more than 300 columns`),
    );
    expect(await sheet('<row r="2"/><row r="2"/>')).toEqual(reason(`${path} has rows out of order`));
    expect(await sheet('<row><c t="s"><v>7</v></c></row>')).toEqual(
      reason(`${path} names a text that does not exist`),
    );
  });
});

test('XML in pieces of every length gives the same rows', async () => {
  const rows =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>a &amp; b &#233;</t></is></c><!-- x --><c><v><![CDATA[12]]></v></c></row>';
  const path = saved(await zipped(book(rows)));
  const whole = await readAll(path);
  expect(whole.sheets['A & B']![0]!.cells.map((cell) => cell?.text)).toEqual(['a & b é', '12']);
  const { xmlSteps } = await import('./xml.ts');
  const { collectRows } = await import('./worksheet-rows.ts');
  const { sheetLimits } = await import('./cells.ts');
  const bytes = Buffer.from(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
  for (const length of [1, 2, 3, 7]) {
    const collector = collectRows({
      path: 's',
      limits: sheetLimits,
      numberStyles: [],
      sharedString: () => undefined,
    });
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
    }
    for await (const _ of xmlSteps('s', pieces(), collector));
    expect(collector.take()).toEqual(whole.sheets['A & B']);
  }
});

test('strings come back by number, in any order', () => {
  const store = openStringStore();
  for (let index = 0; index < 5000; index += 1) store.add(`${index} ${'é'.repeat(index % 50)}`);
  for (const index of [4999, 0, 31, 32, 4000, 33])
    expect(store.get(index)).toBe(`${index} ${'é'.repeat(index % 50)}`);
  expect(store.get(5000)).toBeUndefined();
  store.close();
});

describe('CSV', () => {
  async function rowsOf(bytes: Uint8Array, length = bytes.length || 1) {
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
    }
    const rows: RawRow[] = [];
    for await (const some of readCsv('holders.csv', pieces())) rows.push(...some);
    return rows.map(({ number, cells }) => [number, ...cells.map((cell) => cell?.text)]);
  }

  test('quotes, line ends, separators and encodings, in pieces of every length', async () => {
    const text = 'a;b;c\r\n1;"x;""y""\nz";\n\n"\u{1f600}";\u00e9;3';
    const expected = [
      [1, 'a', 'b', 'c'],
      [2, '1', 'x;"y"\nz', undefined],
      [4, '\u{1f600}', '\u00e9', '3'],
    ];
    for (const length of [1, 2, 5, 100]) {
      expect(await rowsOf(Buffer.from(text), length)).toEqual(expected);
      expect(await rowsOf(Buffer.from(`\ufeff${text}`), length)).toEqual(expected);
      expect(await rowsOf(Buffer.from(`\ufeff${text}`, 'utf16le'), length)).toEqual(expected);
    }
    expect(await rowsOf(Buffer.from('a,b\n1,2\n'))).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
    ]);
    expect(await rowsOf(Buffer.from('a\tb\r1\t2'))).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
    ]);
    expect(await rowsOf(Buffer.from(''))).toEqual([]);
    for (const length of [1, 2, 6, 7, 100])
      expect(await rowsOf(Buffer.from('sep=;\r\na;b,c\r\n1;2\r\n'), length)).toEqual([
        [2, 'a', 'b,c'],
        [3, '1', '2'],
      ]);
  });

  test('the apostrophe of our own files is removed, others stay', async () => {
    expect(await rowsOf(Buffer.from("a,b\n'=1+1,'s-Hertogenbosch"))).toEqual([
      [1, 'a', 'b'],
      [2, '=1+1', "'s-Hertogenbosch"],
    ]);
  });

  test('another encoding is refused with the byte, and so is a quote that stays open', async () => {
    const bytes = Buffer.from('Account,Name 1\n10017,J\xf6rg\n', 'latin1');
    for (const length of [1, 4, 100])
      await expect(rowsOf(bytes, length)).rejects.toThrow(
        'holders.csv is not UTF-8 at byte 23. Save it as UTF-8.',
      );
    await expect(rowsOf(Buffer.from('a,b\n1,"2\n3,4\n'))).rejects.toThrow(
      'holders.csv: the quote in row 2 is not closed',
    );
    await expect(rowsOf(Buffer.from(`a,b\n1,"${'x'.repeat(2_000_000)}`), 65_536)).rejects.toThrow(
      'row 2 is too long',
    );
  });
});
