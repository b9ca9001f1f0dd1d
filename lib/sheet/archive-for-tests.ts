import { crc32, inflateRawSync } from 'node:zlib';

/** All bytes of a stream of chunks. */
export async function gather(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

/** Entries of an archive, through its central directory; checks sizes and checksums. For tests. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  let end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count === 0xffff) {
    end = Number(bytes.readBigUInt64LE(end - 20 + 8));
    count = Number(bytes.readBigUInt64LE(end + 32));
    at = Number(bytes.readBigUInt64LE(end + 48));
  }
  const entries = new Map<string, Buffer>();
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error(`no central record at ${at}`);
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
    const data = bytes.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : Buffer.from(packed);
    if (data.length !== bytes.readUInt32LE(at + 24)) throw new Error(`size of ${name}`);
    if (crc32(data) !== bytes.readUInt32LE(at + 16)) throw new Error(`sum of ${name}`);
    entries.set(name, data);
    at += 46 + nameLength + bytes.readUInt16LE(at + 30);
  }
  return entries;
}

export type ReadCell = { type: string; style: number; value: string; formula?: string };

/** Cells of a worksheet's XML, by reference. For tests. */
export function readCells(xml: string): Map<string, ReadCell> {
  const cells = new Map<string, ReadCell>();
  for (const match of xml.matchAll(/<c r="([A-Z]+\d+)" s="(\d+)"(?: t="(\w+)")?>(.*?)<\/c>/gs)) {
    const inner = /<v>(.*?)<\/v>|<t(?: xml:space="preserve")?>(.*?)<\/t>/s.exec(match[4] ?? '');
    const raw = inner?.[1] ?? inner?.[2] ?? '';
    const formula = /<f>(.*?)<\/f>/s.exec(match[4] ?? '')?.[1];
    cells.set(match[1] ?? '', {
      type: match[3] ?? 'n',
      style: Number(match[2]),
      value: unescaped(raw),
      ...(formula !== undefined && { formula: unescaped(formula) }),
    });
  }
  return cells;
}

const unescaped = (xml: string) =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/_x([0-9A-F]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Indexes of cellXfs with the quote prefix. */
export function quotedStyles(stylesXml: string): Set<number> {
  const xfs = /<cellXfs.*?<\/cellXfs>/s.exec(stylesXml)?.[0] ?? '';
  const found = [...xfs.matchAll(/<xf [^>]*>/g)].map((match) => match[0].includes('quotePrefix="1"'));
  return new Set(found.flatMap((quoted, index) => (quoted ? [index] : [])));
}
