/** The drawing operators of one page as bytes. The buffer is reused for the next page. */
export type PageBytes = {
  /** Characters up to U+00FF, a byte each. */
  text: (text: string) => void;
  /** `(…)Tj` and a new line, with the two bytes of `codes` for each character of `text`. */
  glyphs: (text: string, codes: Uint16Array) => void;
  /** Hundredths below 2³¹ as a decimal number without trailing zeros, and a blank: 1250 is '12.5 '. */
  decimal: (hundredths: number) => void;
  /** A whole number of 0 or more below 2³¹, and a blank. */
  integer: (value: number) => void;
  /** Bytes since `clear`. */
  size: () => number;
  clear: () => void;
  /** The bytes since `clear`. Valid until the next write after `clear`, which reuses the memory. */
  written: () => Uint8Array;
};

const [blank, minus, point, zero] = [0x20, 0x2d, 0x2e, 0x30];
const [open, close, letterT, letterJ, newLine] = [0x28, 0x29, 0x54, 0x6a, 0x0a];

/** Writes bytes directly: a list is mostly cells, and building and joining a string per cell would be slow. */
export function pageBytes(): PageBytes {
  let bytes = new Uint8Array(32_768);
  let end = 0;

  function ensureSpace(more: number) {
    if (end + more <= bytes.length) return;
    const larger = new Uint8Array(2 * (end + more));
    larger.set(bytes.subarray(0, end));
    bytes = larger;
  }

  return {
    text(text) {
      ensureSpace(text.length);
      for (let index = 0; index < text.length; index += 1) bytes[end + index] = text.charCodeAt(index);
      end += text.length;
    },
    glyphs(text, codes) {
      ensureSpace(2 * text.length + 5);
      const to = bytes;
      let at = end;
      to[at++] = open;
      for (let index = 0; index < text.length; index += 1) {
        const code = codes[text.charCodeAt(index)] as number;
        to[at++] = code >> 8;
        to[at++] = code;
      }
      to[at++] = close;
      to[at++] = letterT;
      to[at++] = letterJ;
      to[at++] = newLine;
      end = at;
    },
    decimal(hundredths) {
      ensureSpace(16);
      let whole = hundredths | 0;
      if (whole < 0) {
        bytes[end++] = minus;
        whole = -whole;
      }
      const last = whole % 10;
      whole = (whole / 10) | 0;
      const tenths = whole % 10;
      whole = (whole / 10) | 0;
      // Digits are written from last to first, so their number is needed first.
      let at = end + digitsOf(whole);
      end = at;
      do {
        bytes[--at] = zero + (whole % 10);
        whole = (whole / 10) | 0;
      } while (whole > 0);
      if (tenths + last > 0) {
        bytes[end++] = point;
        bytes[end++] = zero + tenths;
        if (last > 0) bytes[end++] = zero + last;
      }
      bytes[end++] = blank;
    },
    integer(value) {
      ensureSpace(16);
      let whole = value | 0;
      let at = end + digitsOf(whole);
      end = at;
      do {
        bytes[--at] = zero + (whole % 10);
        whole = (whole / 10) | 0;
      } while (whole > 0);
      bytes[end++] = blank;
    },
    size: () => end,
    clear() {
      end = 0;
    },
    written: () => bytes.subarray(0, end),
  };
}

function digitsOf(whole: number): number {
  if (whole < 1_000) return whole < 10 ? 1 : whole < 100 ? 2 : 3;
  if (whole < 1_000_000) return whole < 10_000 ? 4 : whole < 100_000 ? 5 : 6;
  return String(whole).length;
}
