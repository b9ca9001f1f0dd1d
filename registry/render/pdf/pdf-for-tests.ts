// Parses PDF files of the renderer for tests.

import { inflateSync } from 'node:zlib';

/** A piece of text with its place on the page, points from the bottom left. */
export type Piece = { text: string; x: number; y: number; size: number };

export type PdfObject = { head: string; stream: Buffer };

export type ReadPdf = {
  /** Text pieces of each page; the page count is read where it is placed. */
  pages: Piece[][];
  objects: Map<number, PdfObject>;
  trailer: string;
};

/** Parses the output of the PDF renderer through its cross-reference stream. For tests. */
export function readPdf(bytes: Buffer): ReadPdf {
  const text = bytes.toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\s*$/.exec(text)?.[1]);
  const table = objectAt(bytes, text, start, Number(/^\d+/.exec(text.slice(start, start + 20))));
  const objects = new Map<number, PdfObject>();
  const packed: { id: number; container: number; place: number }[] = [];
  for (const [id, [type, where, place]] of entriesOf(table.stream).entries()) {
    if (type === 1) objects.set(id, objectAt(bytes, text, where, id));
    if (type === 2) packed.push({ id, container: where, place });
  }
  const unpacked = new Map<number, { id: number; text: string }[]>();
  for (const { id, container, place } of packed) {
    if (!unpacked.has(container)) unpacked.set(container, valuesOf(object(objects, container)));
    const value = unpacked.get(container)?.[place];
    if (value?.id !== id) throw new Error(`object ${id} is not at ${place} of ${container}`);
    objects.set(id, { head: value.text, stream: Buffer.alloc(0) });
  }
  const catalog = object(objects, reference(table.head, 'Root')).head;
  const kids = /Kids\[(.*?)\]/s.exec(object(objects, reference(catalog, 'Pages')).head)?.[1] ?? '';
  const pages = [...kids.matchAll(/(\d+) 0 R/g)].map((kid) => pagePieces(objects, Number(kid[1])));
  return { pages, objects, trailer: table.head };
}

function entriesOf(table: Buffer): [type: number, where: number, place: number][] {
  const entries: [number, number, number][] = [];
  const row = Buffer.alloc(10);
  for (let at = 0; at < table.length; at += 11) {
    if (table[at] !== 2) throw new Error('a row of the cross-reference stream has another predictor');
    for (let byte = 0; byte < 10; byte += 1)
      row[byte] = (row[byte] as number) + (table[at + 1 + byte] as number);
    entries.push([row.readUInt8(0), row.readUIntBE(1, 5), row.readUInt32BE(6)]);
  }
  return entries;
}

/** The values of an object stream. */
function valuesOf({ head, stream }: PdfObject): { id: number; text: string }[] {
  const first = Number(/\/First (\d+)/.exec(head)?.[1]);
  const numbers = stream.toString('latin1', 0, first).trim().split(/\s+/).map(Number);
  const found: { id: number; text: string }[] = [];
  for (let at = 0; at < numbers.length; at += 2) {
    const [id = 0, from = 0, , to = stream.length - first] = numbers.slice(at, at + 4);
    found.push({ id, text: stream.toString('latin1', first + from, first + to) });
  }
  if (found.length !== Number(/\/N (\d+)/.exec(head)?.[1])) throw new Error('an object stream has others');
  return found;
}

function objectAt(bytes: Buffer, text: string, offset: number, id: number): PdfObject {
  const start = `${id} 0 obj\n`;
  if (!text.startsWith(start, offset)) throw new Error(`object ${id} is not at ${offset}`);
  const streamAt = text.indexOf('\nstream\n', offset);
  const head = text.slice(offset + start.length, streamAt);
  const data = bytes.subarray(streamAt + 8, streamAt + 8 + Number(/\/Length (\d+)/.exec(head)?.[1]));
  return { head, stream: head.includes('/FlateDecode') ? inflateSync(data) : data };
}

export function object(objects: ReadonlyMap<number, PdfObject>, id: number): PdfObject {
  const found = objects.get(id);
  if (!found) throw new Error(`no object ${id}`);
  return found;
}

export function reference(head: string, key: string): number {
  return Number(new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1]);
}

/** Content of a page and the dictionary of its resources. */
export function contentOf(objects: Map<number, PdfObject>, page: number) {
  const { head } = object(objects, page);
  return {
    resources: object(objects, reference(head, 'Resources')).head,
    content: object(objects, reference(head, 'Contents')).stream.toString('latin1'),
  };
}

function pagePieces(objects: Map<number, PdfObject>, id: number): Piece[] {
  const { resources, content } = contentOf(objects, id);
  const pieces = contentPieces(objects, resources, content);
  for (const placed of content.matchAll(/q 1 0 0 1 (\S+) (\S+) cm \/(\w+) Do/g)) {
    const form = object(objects, reference(resources, placed[3] ?? ''));
    for (const piece of contentPieces(objects, form.head, form.stream.toString('latin1'))) {
      pieces.push({ ...piece, x: piece.x + Number(placed[1]), y: piece.y + Number(placed[2]) });
    }
  }
  // A line that continues ends with a blank.
  return pieces.map((piece) => ({ ...piece, text: piece.text.trimEnd() }));
}

export function contentPieces(objects: Map<number, PdfObject>, resources: string, content: string): Piece[] {
  const pieces: Piece[] = [];
  let meaning = new Map<string, string>();
  let size = 0;
  for (const op of content.matchAll(/\/(F\d+) (\S+) Tf|(\S+) (\S+) Td\n|\(([^)]*)\)/gs)) {
    if (op[1]) {
      meaning = unicodeOf(objects, reference(resources, op[1]));
      size = Number(op[2]);
    } else if (op[3]) {
      const before = pieces.at(-1) ?? { x: 0, y: 0 };
      pieces.push({ text: '', x: moved(before.x, op[3]), y: moved(before.y, op[4] ?? ''), size });
    } else {
      const piece = pieces.at(-1);
      for (const code of (op[5] ?? '').match(/../gs) ?? [])
        if (piece) piece.text += meaning.get(code) ?? '\u{10ffff}';
      if (piece) piece.size = size;
    }
  }
  return pieces;
}

/** Moves are written in hundredths. */
const moved = (from: number, way: string) => Math.round((from + Number(way)) * 100) / 100;

const meanings = new WeakMap<PdfObject, Map<string, string>>();

function unicodeOf(objects: Map<number, PdfObject>, font: number): Map<string, string> {
  const table = object(objects, reference(object(objects, font).head, 'ToUnicode'));
  const known = meanings.get(table);
  if (known) return known;
  const meaning = new Map<string, string>();
  for (const [, code, text] of table.stream.toString('latin1').matchAll(/^<(\w{4})> <(\w*)>$/gm)) {
    const units = (text ?? '').match(/.{4}/g) ?? [];
    meaning.set(
      Buffer.from(code ?? '', 'hex').toString('latin1'),
      String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))),
    );
  }
  meanings.set(table, meaning);
  return meaning;
}
