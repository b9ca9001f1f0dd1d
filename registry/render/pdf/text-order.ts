// Splits a line of text into runs in drawing order (bidirectional text), one font each.

import bidiFactory from 'bidi-js';

/** A run of one direction and one face, in drawing order. `face` -1: no face has it. */
export type TextPart = { text: string; face: number; rtl: boolean; shaped: boolean };

const bidi = bidiFactory();

const plain =
  /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u0384-\u0386\u0388-\u038a\u038e-\u03a1\u03a3-\u03ce\u0400-\u0482\u048a-\u04ff\u1e00-\u1eff\u2010-\u2027\u20ac]*$/;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]/;
/** Scripts and marks whose glyphs depend on adjacent characters. */
const shaping = /\p{M}|\p{Script=Arabic}|\u200c|\u200d/u;
/** Variation selectors and marks without a glyph of their own; also joiners in text that is not shaped. */
const invisible = /(?![\u00ad\u202a-\u202e\u2066-\u2069])\p{Default_Ignorable_Code_Point}/gu;
const invisibleButJoiners =
  /(?!\u200c|\u200d|[\u00ad\u202a-\u202e\u2066-\u2069])\p{Default_Ignorable_Code_Point}/gu;
const blank = /[\t\n\v\f\r\u0085\u2028\u2029]/g;
/**
 * Direction controls (embeddings, overrides, isolates) are drawn as boxes and have no effect: a name could use
 * them to reverse the text around it.
 */
const directing = /[\u202a-\u202e\u2066-\u2069]/g;
/** Characters that some fonts draw as nothing; they are drawn as the box of an unknown character. */
const shapeless = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/u;
const solid = /[\p{L}\p{N}]/u;

/** True when every character is drawn left to right, one glyph each, by the first face. */
export function isPlain(text: string): boolean {
  return plain.test(text);
}

/** Splits a line into parts in drawing order (Unicode bidirectional algorithm, then one face per part). */
export function visualParts(
  raw: string,
  faceFor: (codePoint: number) => number,
  has: (face: number, codePoint: number) => boolean,
): TextPart[] {
  const text = raw.replace(blank, ' ').replace(rightToLeft.test(raw) ? invisibleButJoiners : invisible, '');
  return levelRuns(text).flatMap(({ from, to, level }) => {
    const rtl = level % 2 === 1;
    const parts = faceParts(text.slice(from, to), rtl, faceFor, has);
    return rtl ? parts.reverse() : parts;
  });
}

type LevelRun = { from: number; to: number; level: number };

function levelRuns(text: string): LevelRun[] {
  if (!rightToLeft.test(text)) return [{ from: 0, to: text.length, level: 0 }];
  const { levels } = bidi.getEmbeddingLevels(text.replace(directing, '\ufffc'), 'auto');
  const runs: LevelRun[] = [];
  for (let from = 0; from < text.length; ) {
    let to = from + 1;
    while (to < text.length && levels[to] === levels[from]) to += 1;
    runs.push({ from, to, level: levels[from] ?? 0 });
    from = to;
  }
  return reordered(runs);
}

/** Rule L2 of the algorithm: from the highest level down, every run at or above the level is reversed. */
function reordered(runs: LevelRun[]): LevelRun[] {
  const highest = Math.max(...runs.map((run) => run.level));
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < runs.length; from += 1) {
      if ((runs[from]?.level ?? 0) < level) continue;
      let to = from;
      while (to < runs.length && (runs[to]?.level ?? 0) >= level) to += 1;
      runs.splice(from, to - from, ...runs.slice(from, to).reverse());
      from = to;
    }
  }
  return runs;
}

/** The mirrored character whose glyph `char` gets in right-to-left text: ')' for '('. */
export function mirror(char: string): string {
  return bidi.getMirroredCharacter(char) ?? char;
}

function faceParts(
  text: string,
  rtl: boolean,
  faceFor: (codePoint: number) => number,
  has: (face: number, codePoint: number) => boolean,
): TextPart[] {
  const parts: TextPart[] = [];
  let current: TextPart | undefined;
  for (const char of text) {
    const codePoint = char.codePointAt(0) ?? 0;
    if (shapeless.test(char)) {
      parts.push({ text: char, face: -1, rtl, shaped: false });
      current = undefined;
      continue;
    }
    const joins = current !== undefined && current.face >= 0 && !solid.test(char);
    const mirrored = rtl ? mirror(char) : char;
    if (mirrored !== char) {
      parts.push({ text: char, face: faceFor(mirrored.codePointAt(0) ?? 0), rtl, shaped: false });
      current = undefined;
      continue;
    }
    const face: number = joins && current && has(current.face, codePoint) ? current.face : faceFor(codePoint);
    if (!current || current.face !== face) {
      current = { text: '', face, rtl, shaped: false };
      parts.push(current);
    }
    current.text += char;
  }
  for (const part of parts) part.shaped = part.face >= 0 && shaping.test(part.text);
  return parts;
}
