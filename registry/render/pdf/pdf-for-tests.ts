import { inflateSync } from 'node:zlib';

/** A piece of text with its place on the page, points from the bottom left. */
export type Piece = { text: string; x: number; y: number; size: number };

type PdfObject = { head: string; stream: Buffer };

export type ReadPdf = {
  /** Text pieces of each page; the page count is read where it is placed. */
  pages: Piece[][];
  objects: Map<number, PdfObject>;
  trailer: string;
};

/** Parses the output of the PDF renderer through its cross-reference table. For tests. */
export function readPdf(bytes: Buffer): ReadPdf {
  const text = bytes.toString('latin1');
  const table = Number(/startxref\n(\d+)\n%%EOF\s*$/.exec(text)?.[1]);
  const objects = new Map<number, PdfObject>();
  for (const [index, entry] of [...text.slice(table).matchAll(/^(\d{10}) \d{5} ([nf]) $/gm)].entries()) {
    if (entry[2] === 'n') objects.set(index, objectAt(bytes, text, Number(entry[1]), index));
  }
  const trailer = text.slice(text.lastIndexOf('trailer'));
  const catalog = object(objects, reference(trailer, 'Root')).head;
  const kids = /Kids \[(.*?)\]/s.exec(object(objects, reference(catalog, 'Pages')).head)?.[1] ?? '';
  const pages = [...kids.matchAll(/(\d+) 0 R/g)].map((kid) => pagePieces(objects, Number(kid[1])));
  return { pages, objects, trailer };
}

function objectAt(bytes: Buffer, text: string, offset: number, id: number): PdfObject {
  const start = `${id} 0 obj\n`;
  if (!text.startsWith(start, offset)) throw new Error(`object ${id} is not at ${offset}`);
  const bodyEnd = text.indexOf('endobj', offset);
  const streamAt = text.indexOf('\nstream\n', offset);
  if (streamAt < 0 || streamAt > bodyEnd)
    return { head: text.slice(offset, bodyEnd), stream: Buffer.alloc(0) };
  const head = text.slice(offset, streamAt);
  const data = bytes.subarray(streamAt + 8, streamAt + 8 + Number(/\/Length (\d+)/.exec(head)?.[1]));
  return { head, stream: head.includes('/FlateDecode') ? inflateSync(data) : data };
}

function object(objects: Map<number, PdfObject>, id: number): PdfObject {
  const found = objects.get(id);
  if (!found) throw new Error(`no object ${id}`);
  return found;
}

function reference(head: string, key: string): number {
  return Number(new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1]);
}

function pagePieces(objects: Map<number, PdfObject>, id: number): Piece[] {
  const { head } = object(objects, id);
  const resources = object(objects, reference(head, 'Resources')).head;
  const content = object(objects, reference(head, 'Contents')).stream.toString('latin1');
  const pieces = contentPieces(objects, resources, content);
  for (const placed of content.matchAll(/q 1 0 0 1 (\S+) (\S+) cm \/(\w+) Do/g)) {
    const form = object(objects, reference(resources, placed[3] ?? ''));
    for (const piece of contentPieces(objects, form.head, form.stream.toString('latin1'))) {
      pieces.push({ ...piece, x: piece.x + Number(placed[1]), y: piece.y + Number(placed[2]) });
    }
  }
  return pieces;
}

function contentPieces(objects: Map<number, PdfObject>, resources: string, content: string): Piece[] {
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

function unicodeOf(objects: Map<number, PdfObject>, font: number): Map<string, string> {
  const cmap = object(objects, reference(object(objects, font).head, 'ToUnicode')).stream.toString('latin1');
  const meaning = new Map<string, string>();
  for (const [, code, text] of cmap.matchAll(/^<(\w{4})> <(\w*)>$/gm)) {
    const units = (text ?? '').match(/.{4}/g) ?? [];
    meaning.set(
      Buffer.from(code ?? '', 'hex').toString('latin1'),
      String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))),
    );
  }
  return meaning;
}
