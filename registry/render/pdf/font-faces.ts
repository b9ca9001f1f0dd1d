// The font files of reports, and which of them has a character.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

export type Weight = 'regular' | 'bold';

/** One font file. `thin` faces have no bold version; bold is drawn with a fine outline. */
export type Face = { key: string; font: Font; thin: boolean };

const require = createRequire(import.meta.url);
const droid = new URL('../fonts/DroidSansFallback.ttf', import.meta.url);

/**
 * Latin, Greek, Cyrillic and Hebrew; Arabic; Chinese, Japanese and Korean. The first face with the character is
 * used.
 */
const files: Record<Weight, readonly (readonly [key: string, file: string | URL, thin: boolean])[]> = {
  regular: [
    ['latin', '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf', false],
    ['arabic', '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf', false],
    ['cjk', droid, false],
  ],
  bold: [
    ['latin-bold', '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf', false],
    ['arabic-bold', '@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf', false],
    ['cjk', droid, true],
  ],
};

const opened = new Map<string, Font>();

/** The faces of a weight in order of preference; files are read once per process, when first needed. */
export function faceAt(weight: Weight, index: number): Face | undefined {
  const entry = files[weight][index];
  if (!entry) return undefined;
  const [key, file, thin] = entry;
  let font = opened.get(key);
  if (!font) {
    font = withOwnText(create(readFileSync(typeof file === 'string' ? require.resolve(file) : file)));
    opened.set(key, font);
  }
  return { key, font, thin };
}

/** Index of the first face that has the code point, or -1. */
export function faceFor(weight: Weight, codePoint: number): number {
  for (let index = 0; ; index += 1) {
    const face = faceAt(weight, index);
    if (!face) return -1;
    if (face.font.hasGlyphForCodePoint(codePoint)) return index;
  }
}

/**
 * fontkit caches one glyph object per glyph, with the text of its first use. Letters that share a glyph (Arabic
 * hah and khah) would then be extracted alike, so each use gets its own object.
 */
function withOwnText(font: Font): Font {
  const shared = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints) => {
    const glyph = shared(id);
    return codePoints ? Object.create(glyph, { codePoints: { value: codePoints } }) : glyph;
  };
  return font;
}
