import { deflateSync } from 'node:zlib';
import type { Face } from './faces.ts';

/** The part of pdfkit's document that writes custom objects. */
export type PdfObject = { data: Record<string, unknown>; end: (chunk?: unknown) => void };
export type ObjectWriter = { ref: (data: Record<string, unknown>) => PdfObject };

/** A code of the font: two characters of a literal string, and the advance in 1/1000 em. */
export type Code = { text: string; width: number };

export type EmbeddedFont = {
  face: Face;
  /** Resource name, such as F1. */
  name: string;
  ref: PdfObject;
  /** The code that draws a glyph and is extracted as `unicode`. */
  code: (glyph: number, unicode: string, width?: number) => Code;
  /** Codes of single code points, filled by the text encoder. */
  known: Map<number, Code>;
  /** Writes the subset; call once, at the end. */
  embed: () => void;
};

/** Above this many codes, unknown characters share one code. */
export const codesMax = 60000;

/**
 * A subset font of one document. A code stands for a glyph together with its text, so that one box glyph can
 * stand for many unknown characters and copied text stays correct.
 */
export function embeddedFont(writer: ObjectWriter, face: Face, index: number): EmbeddedFont {
  const { font } = face;
  const subset = font.createSubset();
  const scale = 1000 / font.unitsPerEm;
  const codes = new Map<string, Code>();
  const entries: { cid: number; glyph: number; unicode: string; width: number }[] = [];
  let next = 1;
  const ref = writer.ref({});
  return {
    face,
    name: `F${index}`,
    ref,
    known: new Map(),
    code(glyph, unicode, width = font.getGlyph(glyph).advanceWidth) {
      const key = `${glyph}:${unicode}`;
      let code = codes.get(key);
      if (!code) {
        next = safeCid(next);
        const scaled = Math.round(width * scale * 100) / 100;
        code = { text: String.fromCharCode(next >> 8, next & 0xff), width: scaled };
        codes.set(key, code);
        entries.push({ cid: next, glyph: subset.includeGlyph(glyph), unicode, width: scaled });
        next += 1;
      }
      return code;
    },
    embed() {
      const base = `SHARE${String.fromCharCode(64 + index)}+${font.postscriptName}`;
      const file = subset.encode();
      const packed = (data: Uint8Array, extra: Record<string, unknown> = {}) => {
        const object = writer.ref({ ...extra, Filter: 'FlateDecode' });
        object.end(deflateSync(data));
        return object;
      };
      const descriptor = writer.ref({
        Type: 'FontDescriptor',
        FontName: base,
        Flags: 4,
        FontBBox: [font.bbox.minX, font.bbox.minY, font.bbox.maxX, font.bbox.maxY].map((v) => v * scale),
        ItalicAngle: font.italicAngle,
        Ascent: font.ascent * scale,
        Descent: font.descent * scale,
        CapHeight: (font.capHeight || font.ascent) * scale,
        StemV: 80,
        FontFile2: packed(file, { Length1: file.length }),
      });
      descriptor.end();
      const map = Buffer.alloc(2 * next);
      for (const entry of entries) map.writeUInt16BE(entry.glyph, 2 * entry.cid);
      const descendant = writer.ref({
        Type: 'Font',
        Subtype: 'CIDFontType2',
        BaseFont: base,
        CIDSystemInfo: { Registry: pdfText('Adobe'), Ordering: pdfText('Identity'), Supplement: 0 },
        FontDescriptor: descriptor,
        DW: 0,
        W: entries.flatMap((entry) => [entry.cid, [entry.width]]),
        CIDToGIDMap: packed(map),
      });
      descendant.end();
      ref.data = {
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: base,
        Encoding: 'Identity-H',
        DescendantFonts: [descendant],
        ToUnicode: packed(Buffer.from(toUnicode(entries), 'latin1')),
      };
      ref.end();
    },
  };
}

/** The next code whose bytes need no escape in a literal string: none of ( ) \ CR LF. */
function safeCid(from: number): number {
  for (let cid = from; ; cid += 1) {
    if (!unsafe.has(cid & 0xff) && !unsafe.has(cid >> 8)) return cid;
  }
}

const unsafe = new Set([0x28, 0x29, 0x5c, 0x0d, 0x0a]);

/** pdfkit writes String objects as PDF text and primitives as names. */
function pdfText(text: string): unknown {
  return Object(text);
}

function toUnicode(entries: readonly { cid: number; unicode: string }[]): string {
  const blocks: string[] = [];
  for (let at = 0; at < entries.length; at += 100) {
    const lines = entries.slice(at, at + 100).map((e) => `<${hex(e.cid)}> <${utf16(e.unicode)}>`);
    blocks.push(`${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index))).join('');
}

function hex(value: number): string {
  return value.toString(16).padStart(4, '0');
}
