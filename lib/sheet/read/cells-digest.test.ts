import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { gather, unzip } from '../archive-for-tests.ts';
import type { Cell as SheetCell } from '../cell.ts';
import { writeWorkbook } from '../workbook.ts';
import type { SheetRow } from '../worksheet.ts';
import { openBlobZip } from './blob-zip.ts';
import { cellsLimits, hashCells } from './cells-digest.ts';
import { openZip } from './zip-reader.ts';

const rows: readonly SheetRow[] = [
  ['A-1', 'Ann & "Abel"', 100n, '0.0714285714285714', '2026-11-20', true],
  ['A-2', '=1+1', 1_333_333n, '0.5', '2026-11-19', false],
  ['A-3', 'Zoë\nLee  II', 0n, '-0.25', null, null],
  // Not exact in 15 digits: programs write 15 to 17 of it.
  ['A-4', 'Ratio', 7n, 1 / 7, null, null],
];

const book = (changed: readonly SheetRow[] = rows) =>
  gather(
    writeWorkbook({
      sheets: [
        {
          name: 'Shareholders',
          columns: [
            { header: 'Account', kind: 'text', width: 10 },
            { header: 'Holder', kind: 'text', width: 10 },
            { header: 'Shares', kind: 'shares', width: 10 },
            { header: 'Percent', kind: 'percent', width: 10 },
            { header: 'Since', kind: 'date', width: 10 },
            { header: 'Plan', kind: 'boolean', width: 10 },
          ],
          rows: async function* () {
            yield* changed;
          },
        },
      ],
      title: 'Holders',
      author: 'Agent',
      date: '2026-11-20',
    }),
  );

/** The digest as the browser computes it. */
async function inBrowser(bytes: Uint8Array): Promise<string | null> {
  const hash = createHash('sha256');
  const zip = await openBlobZip(new Blob([bytes as Uint8Array<ArrayBuffer>]), cellsLimits);
  return (await hashCells(zip, hash)) ? hash.digest('hex') : null;
}

/** The digest as the server computes it. */
async function onServer(bytes: Uint8Array): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'cells-'));
  try {
    await writeFile(join(folder, 'book.xlsx'), bytes);
    const zip = await openZip(join(folder, 'book.xlsx'));
    const hash = createHash('sha256');
    const isWorkbook = await hashCells(zip, hash);
    await zip.close();
    return isWorkbook ? hash.digest('hex') : null;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** An archive as other programs write it: every entry with its sizes in its header. */
function zipOf(entries: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  const records: Buffer[] = [];
  let at = 0;
  for (const [name, data] of entries) {
    const packed = deflateRawSync(data);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc(data), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(data.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    records.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, tail, Buffer.from(name)]));
    parts.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.size, 4);
  end.writeUInt16LE(entries.size, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

function crc(data: Buffer): number {
  let sum = ~0;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;

/** The same workbook as Excel saves it: shared strings, 17 digits, other names of parts, styles and order. */
function savedAgain(bytes: Buffer, change: (sheet: string) => string = (sheet) => sheet): Buffer {
  const entries = unzip(bytes);
  const path = [...entries.keys()].find((name) => name.startsWith('xl/worksheets/sheet')) ?? '';
  const strings: string[] = [];
  const sheet = (entries.get(path)?.toString() ?? '')
    .replace(/<c r="(\w+)" s="\d+" t="inlineStr"><is>(<t.*?<\/t>)<\/is><\/c>/gs, (_, place, text) => {
      strings.push(`<si>${text}</si>`);
      return `<c r="${place}" s="0" t="s"><v>${strings.length - 1}</v></c>`;
    })
    .replace('<v>0.0714285714285714</v>', '<v>7.1428571428571397E-2</v>')
    .replace('<v>1333333</v>', '<v>1333333.0</v>')
    .replace('<v>0.142857142857143</v>', '<v>0.14285714285714299</v>')
    .replace(/ s="\d+"/g, ' s="3"');
  const kept = new Map(entries);
  kept.delete(path);
  kept.set('xl/worksheets/page.xml', Buffer.from(change(sheet)));
  kept.set('xl/sharedStrings.xml', Buffer.from(`<sst>${strings.join('')}</sst>`));
  const parts = entries.get('xl/_rels/workbook.xml.rels')?.toString() ?? '';
  kept.set(
    'xl/_rels/workbook.xml.rels',
    Buffer.from(
      parts
        .replace(path.slice(3), 'worksheets/page.xml')
        .replace(
          '</Relationships>',
          `${relation('rIdText', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
        ),
    ),
  );
  return zipOf(new Map([...kept].reverse()));
}

it('is the same in the browser and on the server', async () => {
  const bytes = await book();
  expect(await inBrowser(bytes)).toMatch(/^[0-9a-f]{64}$/);
  expect(await inBrowser(bytes)).toBe(await onServer(bytes));
});

it('stays when another program saves the workbook', async () => {
  const bytes = await book();
  const again = savedAgain(bytes);
  expect(again.equals(bytes)).toBe(false);
  expect(await inBrowser(again)).toBe(await inBrowser(bytes));
});

it('stays when LibreOffice saves its logical values as formulas', async () => {
  const asFormulas = (sheet: string) =>
    sheet.replace(/ t="b"><v>([01])</g, (_, value) => {
      const formula = value === '1' ? 'TRUE()' : 'FALSE()';
      return ` t="b"><f aca="false">${formula}</f><v>${value}<`;
    });
  const bytes = await book();
  const again = savedAgain(bytes, asFormulas);
  expect(again.equals(savedAgain(bytes))).toBe(false);
  expect(await inBrowser(again)).toBe(await inBrowser(bytes));
});

it.each([
  ['one share', (sheet: string) => sheet.replace('<v>100</v>', '<v>101</v>')],
  ['the last digit of a percentage', (sheet: string) => sheet.replace('571397E-2', '581397E-2')],
  ['a number as text', (sheet: string) => sheet.replace(/<c r="C2" s="3">/, '<c r="C2" s="3" t="str">')],
  ['a formula with the same value', (sheet: string) => sheet.replace('<v>100</v>', '<f>50+50</f><v>100</v>')],
  ['a value in another column', (sheet: string) => sheet.replace('r="C2"', 'r="G2"')],
  ['a row that is gone', (sheet: string) => sheet.replace(/<row r="3".*?<\/row>/s, '')],
  ['two texts that changed places', (sheet: string) => sheet.replace('<v>0</v>', '<v>9</v>')],
])('changes with %s', async (_, change) => {
  const bytes = await book();
  const unchanged = savedAgain(bytes);
  const altered = savedAgain(bytes, change);
  expect(altered.equals(unchanged)).toBe(false);
  expect(await inBrowser(altered)).not.toBe(await inBrowser(unchanged));
});

it('stays when a link is saved again, and changes with its address or its text', async () => {
  const digest = async (text: string, address: string, change?: (sheet: string) => string) =>
    inBrowser(savedAgain(await book([[{ kind: 'link', text, address }, 'Ann']]), change));
  const first = await digest('7', 'https://s.example/7');
  expect(await digest('7', 'https://s.example/7', (sheet) => sheet.replace('<f>', '<f aca="false">'))).toBe(
    first,
  );
  expect(await digest('7', 'https://t.example/7')).not.toBe(first);
  expect(await digest('8', 'https://s.example/7')).not.toBe(first);
  expect(await inBrowser(await book([['7', 'Ann']]))).not.toBe(first);
});

it('tells values apart that look alike', async () => {
  const digest = async (...cells: SheetCell[]) => inBrowser(await book([cells]));
  const one = await digest('A', 'B|C', 1n);
  expect(one).not.toBe(await digest('A', 'B', 1n));
  expect(one).not.toBe(await digest('A|B', 'C', 1n));
  expect(await digest('1', '', 1n)).not.toBe(await digest('', '1', 1n));
});

it('is none of a file that is no workbook, is too large, or cannot be read', async () => {
  const plain = zipOf(new Map([['a.txt', Buffer.from('x')]]));
  expect(await inBrowser(plain)).toBeNull();
  const bytes = await book();
  await expect(inBrowser(bytes.subarray(0, bytes.length - 30))).rejects.toThrow();
  await expect(openBlobZip(new Blob([new Uint8Array(11)]), { ...cellsLimits, fileMax: 10 })).rejects.toThrow(
    'too large',
  );
  await expect(
    openBlobZip(new Blob([savedAgain(bytes) as Uint8Array<ArrayBuffer>]), { ...cellsLimits, totalMax: 100 }),
  ).rejects.toThrow('expands too far');
  const bomb = savedAgain(bytes);
  // The first entry states one byte in the directory, and has more.
  const record = bomb.indexOf('PK\x01\x02');
  bomb.writeUInt32LE(1, record + 24);
  await expect(
    (async () => {
      const zip = await openBlobZip(new Blob([bomb as Uint8Array<ArrayBuffer>]), cellsLimits);
      for await (const _ of zip.read(zip.names[0] ?? ''));
    })(),
  ).rejects.toThrow('larger than it states');
});
