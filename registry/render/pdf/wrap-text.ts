import type { Weight } from './font-faces.ts';
import type { TextEncoder, TextLine } from './text-encoder.ts';

/**
 * Wraps `text` to lines no wider than `widthMax` (1/1000 em). Breaks at blanks, and inside a word only when the
 * word alone is wider than `wordMax`: callers may narrow a slightly too wide line. Nothing is cut off.
 */
export function wrapText(
  encoder: TextEncoder,
  text: string,
  weight: Weight,
  widthMax: number,
  wordMax = widthMax,
): TextLine[] {
  const whole = encoder.encode(text, weight);
  if (whole.width <= widthMax) return [whole];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/[ \t\r\n]+/)) {
    const longer = line ? `${line} ${word}` : word;
    if (encoder.encode(longer, weight).width <= widthMax) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = word;
    while (line && (line.length > lineMax || encoder.encode(line, weight).width > wordMax)) {
      const head = headThatFits(encoder, line.slice(0, lineMax), weight, widthMax);
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  if (line) lines.push(line);
  return lines.map((each) => encoder.encode(each, weight));
}

/** More characters than any line can hold, so only this many are measured to find a break. */
const lineMax = 512;

/** The longest start of the word that fits, at least one character. Combining marks stay with their letter. */
function headThatFits(encoder: TextEncoder, word: string, weight: Weight, widthMax: number): string {
  const clusters = word.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [word];
  let low = 1;
  let high = clusters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const fits = encoder.encode(clusters.slice(0, middle).join(''), weight).width <= widthMax;
    if (fits) low = middle;
    else high = middle - 1;
  }
  return clusters.slice(0, low).join('');
}
