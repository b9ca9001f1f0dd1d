// Reads downloaded ZIP, PDF and XLSX files.

import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { readCells } from '#lib/sheet/archive-for-tests';

const endMark = 0x06054b50;

/** Entries of a ZIP file by name, read through its directory; throws when the file is truncated or no ZIP. */
export function readZip(path: string): Map<string, Buffer> {
  const bytes = readFileSync(path);
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== endMark) end -= 1;
  if (end < 0) throw new Error('no end record: not a ZIP, or cut');
  const entries = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const method = bytes.readUInt16LE(at + 10);
    const size = bytes.readUInt32LE(at + 20);
    const [nameSize, extraSize, commentSize] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameSize ?? 0));
    const data = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const raw = bytes.subarray(data, data + size);
    entries.set(name, method === 8 ? inflateRawSync(raw) : raw);
    at += 46 + (nameSize ?? 0) + (extraSize ?? 0) + (commentSize ?? 0);
  }
  return entries;
}

/** True for a complete PDF, from its header to its end marker. */
export function isWholePdf(path: string): boolean {
  const bytes = readFileSync(path);
  return (
    bytes.toString('latin1', 0, 5) === '%PDF-' &&
    /%%EOF\s*$/.test(bytes.toString('latin1', bytes.length - 32))
  );
}

/** Column titles of every sheet of a workbook, by sheet name. */
export function sheetTitles(path: string): Map<string, string[]> {
  const entries = readZip(path);
  const text = (name: string) => entries.get(name)?.toString('utf8') ?? '';
  const tabs = [...text('xl/workbook.xml').matchAll(/<sheet name="(.*?)" sheetId="(\d+)"/g)];
  return new Map(
    tabs.map(([, name = '', id]) => {
      const cells = [...readCells(text(`xl/worksheets/sheet${id}.xml`))];
      return [name, cells.flatMap(([at, { value }]) => (/^[A-Z]+1$/.test(at) ? [value] : []))];
    }),
  );
}
