import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { type Canvas, newCanvas } from './canvas.ts';
import { type TextEncoder, textEncoder } from './text-encoder.ts';

export type PdfFile = {
  width: number;
  height: number;
  encoder: TextEncoder;
  /** Number of the page being drawn, from 1; 0 before the first. */
  page: () => number;
  canvas: () => Canvas;
  /** Ends the current page and starts the next. */
  nextPage: () => void;
  /** Reserves the place of the page count, which is known only at the end: at x, y in 7 point. */
  placePageTotal: (x: number, y: number) => void;
  /** Bytes written since the last call; may be empty. */
  take: () => Uint8Array;
  /** Ends the file; call `take` once more afterwards. */
  finish: () => void;
  discard: () => void;
};

export type PdfInfo = {
  title: string;
  author: string;
  subject: string;
  generatedAt: string;
  size: 'letter' | 'a4';
  layout: 'landscape' | 'portrait';
};

const totalSize = 7;
/**
 * Compression of a page (about 12 kB): a higher level saves 5 % of the bytes but adds 10 % to the total time; a
 * larger window saves nothing.
 */
const packing = { level: 2, windowBits: 14, memLevel: 7, chunkSize: 8192 };

/**
 * A PDF written page by page: pdfkit writes the objects and the file, the drawing operators are ours. Only the
 * current page is in memory. The page count is one shared object that every footer references; it is written
 * last.
 */
export function pdfFile(info: PdfInfo): PdfFile {
  const created = new Date(info.generatedAt);
  const doc = new PDFDocument({
    autoFirstPage: false,
    size: info.size,
    layout: info.layout,
    margin: 0,
    font: null as unknown as string,
    pdfVersion: '1.7',
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: info.title.toWellFormed(),
      Author: info.author.toWellFormed(),
      Subject: info.subject.toWellFormed(),
      Creator: 'Sharebook',
      Producer: 'Sharebook',
      CreationDate: Number.isNaN(created.getTime()) ? new Date(0) : created,
    },
  });
  const encoder = textEncoder(doc);
  const resources: Record<string, unknown> = {};
  const total = doc.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, -3, 60, 9], Resources: resources });
  const canvas = newCanvas();
  let page = 0;

  function endPage() {
    if (page === 0) return;
    // Replaces pdfkit's page content, which flips the y axis, with ours, which does not; compressed once.
    const { content, fonts, objects } = canvas.taken();
    const packed = deflateSync(content, packing);
    Object.assign(doc.page.content, { compress: false, data: { Filter: 'FlateDecode' }, buffer: [packed] });
    for (const font of fonts) doc.page.fonts[font.name] = font.ref;
    for (const [name, object] of objects) doc.page.xobjects[name] = object;
    doc.flushPages();
    // Only the page's object number is needed from here on; the rest would stay in memory until the end.
    Object.assign(doc.page.dictionary, { data: {} });
  }

  const [short, long] = info.size === 'a4' ? [595.28, 841.89] : [612, 792];
  return {
    width: info.layout === 'landscape' ? long : short,
    height: info.layout === 'landscape' ? short : long,
    encoder,
    page: () => page,
    canvas: () => canvas,
    nextPage() {
      endPage();
      doc.addPage();
      page += 1;
    },
    placePageTotal: (x, y) => canvas.place('Total', total, x, y),
    take: () => drained(doc),
    finish() {
      endPage();
      canvas.text(encoder.encode(String(page), 'regular'), 0, 0, { size: totalSize, gray: 0.4 });
      const { content, fonts } = canvas.taken();
      resources.Font = Object.fromEntries(fonts.map((font) => [font.name, font.ref]));
      total.end(content);
      encoder.embed();
      // pdfkit does not escape the text of its XML metadata. Below version 1.4 it writes none; the file header
      // still says 1.7.
      doc.version = 1.3;
      doc.end();
    },
    discard: () => {
      doc.destroy();
    },
  };
}

/** All bytes the document has written so far; a stream returns one piece per read. */
function drained(doc: { read: () => Uint8Array | null }): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let piece = doc.read(); piece !== null; piece = doc.read()) pieces.push(piece);
  return Buffer.concat(pieces);
}
