// Encodes lines of text for drawing: glyphs by font, with widths.

import { codesMax, type EmbeddedFont, embeddedFont } from './embedded-font.ts';
import { faceAt, faceFor, type Weight } from './font-faces.ts';
import type { ObjectWriter } from './object-writer.ts';
import { isPlain, mirror, type TextPart, visualParts } from './text-order.ts';

/**
 * Glyphs of one font in drawing order, raised by `rise` 1/1000 em. `text` is the characters, with the font's
 * code of each in `codes`; without `codes` it is the show operator itself.
 */
export type Run = { font: EmbeddedFont; thin: boolean; rise: number; text: string; codes?: Uint16Array };

/**
 * A line ready to be drawn: its first run and those after it; width in 1/1000 em. `spoken` is its text in
 * reading order, where it is drawn in another one.
 */
export type TextLine = Run & { rest: readonly Run[]; width: number; spoken?: string };

export type TextEncoder = {
  encode: (text: string, weight: Weight) => TextLine;
  /** The fonts used so far, as entries of a dictionary of resources. */
  fonts: () => string;
  /** Writes the fonts used; call once, at the end. */
  embed: () => void;
};

/** Greater than every character that `isPlain` accepts. */
const plainMax = 0x20b0;
/** Drawn for characters without a glyph. The font's own glyph for them must not be used in accessible files. */
const emptyBox = 0x25a1;
const none: readonly Run[] = [];

/**
 * Converts text to glyph codes and chooses a font per run. Arabic and combining marks are shaped; right-to-left
 * text is put into drawing order. A character without a glyph becomes a box that is still extracted as that
 * character.
 */
export function textEncoder(writer: ObjectWriter): TextEncoder {
  const fonts = new Map<string, EmbeddedFont>();
  const plain = new Map<EmbeddedFont, { codes: Uint16Array; widths: Float64Array }>();
  const faced: Record<Weight, { font: EmbeddedFont; thin: boolean }[]> = { regular: [], bold: [] };

  function fontAt(weight: Weight, index: number): { font: EmbeddedFont; thin: boolean } {
    const known = faced[weight][index];
    if (known) return known;
    const face = faceAt(weight, index);
    if (!face) throw new RangeError(`no face ${index}`);
    let font = fonts.get(face.key);
    if (!font) {
      font = embeddedFont(writer, face, fonts.size + 1);
      fonts.set(face.key, font);
    }
    const made = { font, thin: face.thin };
    faced[weight][index] = made;
    return made;
  }

  function findGlyph(font: EmbeddedFont, codePoint: number, known = true) {
    let code = font.known.get(codePoint);
    if (code) return code;
    const shown = displayed(codePoint);
    const has = known && font.face.font.hasGlyphForCodePoint(codePoint);
    const glyph = font.face.font.glyphForCodePoint(has ? codePoint : emptyBox).id;
    code = font.code(glyph, has || font.known.size < codesMax ? shown : '\ufffd');
    if (font.known.size < codesMax) font.known.set(codePoint, code);
    return code;
  }

  /** Undefined when the text is not plain. A character gets its entry in `codes` only from a plain text. */
  function plainLine(text: string, weight: Weight): TextLine | undefined {
    const { font, thin } = fontAt(weight, 0);
    const { codes, widths } = plainOf(font);
    let width = 0;
    for (let index = 0; index < text.length; index += 1) {
      const codePoint = text.charCodeAt(index);
      if (!codes[codePoint]) {
        if (!isPlain(text)) return undefined;
        const code = findGlyph(font, codePoint);
        codes[codePoint] = (code.text.charCodeAt(0) << 8) | code.text.charCodeAt(1);
        widths[codePoint] = code.width;
      }
      width += widths[codePoint] as number;
    }
    return { font, thin, rise: 0, text, codes, rest: none, width };
  }

  function plainOf(font: EmbeddedFont): { codes: Uint16Array; widths: Float64Array } {
    let known = plain.get(font);
    if (!known) {
      known = { codes: new Uint16Array(plainMax), widths: new Float64Array(plainMax) };
      plain.set(font, known);
    }
    return known;
  }

  function partRuns(part: TextPart, weight: Weight): (Run & { width: number })[] {
    const { font, thin } = fontAt(weight, Math.max(part.face, 0));
    if (part.shaped) return shapedRuns(part, font, thin);
    let codes = '';
    let width = 0;
    const points = Array.from(part.text);
    for (const char of part.rtl ? points.reverse() : points) {
      const glyph = part.rtl ? mirror(char) : char;
      const code =
        glyph === char ? findGlyph(font, codePointOf(char), part.face >= 0) : mirroredCode(font, glyph, char);
      codes += code.text;
      width += code.width;
    }
    return [{ font, thin, rise: 0, text: `(${codes})Tj`, width }];
  }

  function encode(text: string, weight: Weight): TextLine {
    const simple = plainLine(text, weight);
    if (simple) return simple;
    const parts = visualParts(
      text,
      (codePoint) => faceFor(weight, codePoint),
      (face, codePoint) => Boolean(faceAt(weight, face)?.font.hasGlyphForCodePoint(codePoint)),
    );
    const runs = parts.flatMap((part) => partRuns(part, weight));
    const [first, ...rest] = runs;
    const { font, thin } = fontAt(weight, 0);
    const width = runs.reduce((sum, run) => sum + run.width, 0);
    const line = { ...(first ?? { font, thin, rise: 0, text: '' }), rest, width };
    return parts.some((part) => part.rtl) ? { ...line, spoken: text } : line;
  }

  return {
    encode,
    fonts: () => [...fonts.values()].map(({ name, id }) => `/${name} ${id} 0 R`).join(''),
    embed() {
      for (const font of fonts.values()) font.embed();
    },
  };
}

/** The glyph of one character, extracted as another. */
function mirroredCode(font: EmbeddedFont, glyph: string, char: string) {
  return font.code(font.face.font.glyphForCodePoint(codePointOf(glyph)).id, char);
}

function codePointOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}

/** Shaped glyphs; a new run starts where marks are raised or lowered. */
function shapedRuns(part: TextPart, font: EmbeddedFont, thin: boolean): (Run & { width: number })[] {
  const source = font.face.font;
  const scale = 1000 / source.unitsPerEm;
  const laid = source.layout(part.text, undefined, undefined, undefined, part.rtl ? 'rtl' : 'ltr');
  const runs: (Run & { width: number })[] = [];
  let show = '';
  let width = 0;
  let rise = 0;
  const flush = () => {
    if (show) runs.push({ font, thin, rise, text: `[${show}]TJ`, width });
    show = '';
    width = 0;
  };
  for (const [index, glyph] of laid.glyphs.entries()) {
    const position = laid.positions[index];
    if (!position || isHidden(glyph.codePoints, position.xAdvance)) continue;
    const up = Math.round(position.yOffset * scale);
    if (up !== rise) flush();
    rise = up;
    const code = font.code(glyph.id, String.fromCodePoint(...glyph.codePoints));
    const before = position.xOffset * scale;
    const after = before + code.width - position.xAdvance * scale;
    show += `${gap(-before)}(${code.text})${gap(after)}`;
    width += position.xAdvance * scale;
  }
  flush();
  return runs;
}

function gap(thousandths: number): string {
  const rounded = Math.round(thousandths * 10) / 10;
  return rounded === 0 ? '' : String(rounded);
}

/** Shaping turns joiners into blanks of zero width. */
function isHidden(codePoints: readonly number[], advance: number): boolean {
  return advance === 0 && codePoints[0] === 0x20;
}

/** The text a code is extracted as: the character itself, or a replacement for what text cannot contain. */
function displayed(codePoint: number): string {
  const unsafe =
    codePoint < 0x20 ||
    (codePoint >= 0x7f && codePoint < 0xa0) ||
    (codePoint >= 0xd800 && codePoint < 0xe000) ||
    codePoint === 0xfeff ||
    (codePoint & 0xfffe) === 0xfffe;
  return unsafe ? '\ufffd' : String.fromCodePoint(codePoint);
}
