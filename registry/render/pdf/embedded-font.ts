// Embeds a font in a PDF: a code for each glyph used, widths, and the subset of the file.

import type { Face } from './font-faces.ts';
import { type ObjectWriter, utf16 } from './object-writer.ts';

/** A code of the font: two characters of a literal string, and the advance in 1/1000 em. */
export type Code = { text: string; width: number };

export type EmbeddedFont = {
  face: Face;
  /** Resource name, such as F1. */
  name: string;
  /** Number of its object. */
  id: number;
  /** The code that draws a glyph and is extracted as `unicode`. */
  code: (glyph: number, unicode: string, width?: number) => Code;
  /** The code of a blank. */
  blank: () => string;
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
  const scaled = (units: number) => Math.round((units * 100_000) / font.unitsPerEm) / 100;
  const codes = new Map<string, Code>();
  const entries: { cid: number; glyph: number; unicode: string; width: number }[] = [];
  let next = 1;
  const id = writer.reserve();
  let blank: string | undefined;

  function code(glyph: number, unicode: string, width = font.getGlyph(glyph).advanceWidth): Code {
    const key = `${glyph}:${unicode}`;
    let code = codes.get(key);
    if (!code) {
      next = safeCid(next);
      code = { text: String.fromCharCode(next >> 8, next & 0xff), width: scaled(width) };
      codes.set(key, code);
      entries.push({ cid: next, glyph: subset.includeGlyph(glyph), unicode, width: code.width });
      next += 1;
    }
    return code;
  }

  return {
    face,
    name: `F${index}`,
    id,
    known: new Map(),
    code,
    blank() {
      blank ??= code(font.glyphForCodePoint(0x20).id, ' ').text;
      return blank;
    },
    embed() {
      const base = `SHARE${String.fromCharCode(64 + index)}+${font.postscriptName}`;
      const file = subset.encode();
      const packed = (data: Uint8Array, more = '') => {
        const object = writer.reserve();
        writer.stream(object, more, data);
        return `${object} 0 R`;
      };
      const value = (text: string) => {
        const object = writer.reserve();
        writer.value(object, text);
        return `${object} 0 R`;
      };
      const box = [font.bbox.minX, font.bbox.minY, font.bbox.maxX, font.bbox.maxY].map(scaled);
      const descriptor = value(
        `<</Type/FontDescriptor/FontName/${base}/Flags 4/FontBBox[${box.join(' ')}]/ItalicAngle ${font.italicAngle}` +
          `/Ascent ${scaled(font.ascent)}/Descent ${scaled(font.descent)}/CapHeight ${scaled(font.capHeight || font.ascent)}` +
          `/StemV 80/FontFile2 ${packed(file, `/Length1 ${file.length}`)}>>`,
      );
      const map = Buffer.alloc(2 * next);
      for (const entry of entries) map.writeUInt16BE(entry.glyph, 2 * entry.cid);
      const widths = entries.map(({ cid, width }) => `${cid}[${width}]`).join('');
      const descendant = value(
        `<</Type/Font/Subtype/CIDFontType2/BaseFont/${base}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
          `/FontDescriptor ${descriptor}/DW 0/W[${widths}]/CIDToGIDMap ${packed(map)}>>`,
      );
      const unicode = packed(Buffer.from(toUnicode(entries), 'latin1'));
      writer.value(
        id,
        `<</Type/Font/Subtype/Type0/BaseFont/${base}/Encoding/Identity-H/DescendantFonts[${descendant}]/ToUnicode ${unicode}>>`,
      );
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

function hex(value: number): string {
  return value.toString(16).padStart(4, '0');
}
