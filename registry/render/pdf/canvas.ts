// Draws text, lines and areas on one PDF page.

import type { EmbeddedFont } from './embedded-font.ts';
import { utf16 } from './object-writer.ts';
import { pageBytes } from './page-bytes.ts';
import type { Run, TextLine } from './text-encoder.ts';

export type Ink = { size: number; gray: number };

/** What repeats on every page and is no part of the text: screen readers skip it. */
export type Artifact = 'Header' | 'Footer';

/** Draws on one page at a time; unit point, origin at the bottom left. */
export type Canvas = {
  /** The text until `end` is the content `number` of an element of that type. */
  begin: (type: string, number: number) => void;
  /** The text until `end` is no content. */
  beginArtifact: (part: Artifact) => void;
  end: () => void;
  /**
   * Draws a line with its left edge at x. `squeeze` < 1 narrows it to fit. A line that `continues` on the next
   * one ends with a blank, so that the words are not read as one.
   */
  text: (line: TextLine, x: number, y: number, ink: Ink, squeeze?: number, continues?: boolean) => void;
  rule: (x: number, y: number, width: number, thickness: number, gray: number) => void;
  band: (x: number, y: number, width: number, height: number, gray: number) => void;
  /** Places the form `name` at x, y; the form draws from its own origin and marks what it draws. */
  place: (name: string, x: number, y: number) => void;
  /** Returns what has been drawn and clears the canvas. */
  taken: () => Uint8Array;
};

export function newCanvas(): Canvas {
  const shapes = pageBytes();
  const texts = pageBytes();
  let placed = '';
  let marked = false;
  let font: EmbeddedFont | undefined;
  let size = 0;
  let gray = -1;
  let squeezed = 1;
  let filled = -1;
  // Start of the previous line in hundredths of a point. Integers, so that the relative moves add up exactly.
  let lastX = 0;
  let lastY = 0;

  /** Writes the codes of the characters, or a whole operator. */
  function glyphs(run: Run) {
    if (run.codes) texts.glyphs(run.text, run.codes);
    else texts.text(`${run.text}\n`);
  }

  function show(run: Run, ink: Ink) {
    if (run.font !== font || ink.size !== size) {
      font = run.font;
      size = ink.size;
      texts.text(`/${font.name} ${size} Tf\n`);
    }
    if (run.thin) texts.text(`2 Tr ${ink.gray} G ${point(ink.size * 0.03)} w `);
    if (run.rise !== 0) texts.text(`${point((run.rise * ink.size) / 1000)} Ts `);
    glyphs(run);
    if (run.rise !== 0) texts.text('0 Ts ');
    if (run.thin) texts.text('0 Tr ');
  }

  function box(x: number, y: number, width: number, height: string, shade: number) {
    if (shade !== filled) {
      filled = shade;
      shapes.text(`${shade} g `);
    }
    for (const way of [x, y, width]) shapes.decimal(Math.round(way * 100));
    shapes.text(`${height} re f\n`);
  }

  function begin(operator: string) {
    if (marked) throw new Error('The text before has not ended.');
    marked = true;
    texts.text(operator);
  }

  return {
    begin(type, number) {
      begin(`/${type}<</MCID `);
      texts.integer(number);
      texts.text('>>BDC\n');
    },
    beginArtifact: (part) => begin(`/Artifact<</Type/Pagination/Subtype/${part}>>BDC\n`),
    end() {
      marked = false;
      texts.text('EMC\n');
    },
    text(line, x, y, ink, squeeze = 1, continues = false) {
      if (!marked) throw new Error('Text outside an element cannot be read aloud.');
      if (ink.gray !== gray) {
        gray = ink.gray;
        texts.text(`${gray} g\n`);
      }
      if (squeeze !== squeezed) {
        squeezed = squeeze;
        texts.text(`${point(squeeze * 100)} Tz\n`);
      }
      const atX = Math.round(x * 100);
      const atY = Math.round(y * 100);
      // Relative moves are shorter to write than page positions, because cells of a row share a baseline.
      texts.decimal(atX - lastX);
      texts.decimal(atY - lastY);
      texts.text('Td\n');
      lastX = atX;
      lastY = atY;
      if (line.spoken !== undefined)
        texts.text(`/Span<</ActualText<feff${utf16(line.spoken)}${continues ? '0020' : ''}>>>BDC `);
      if (line.font === font && ink.size === size && !line.thin && line.rise === 0) glyphs(line);
      else show(line, ink);
      for (const run of line.rest) show(run, ink);
      if (continues && font) texts.text(`(${font.blank()})Tj\n`);
      if (line.spoken !== undefined) texts.text('EMC\n');
    },
    rule: (x, y, width, thickness, shade) => box(x, y, width, String(thickness), shade),
    band: (x, y, width, height, shade) => box(x, y, width, point(height), shade),
    place(name, x, y) {
      placed += `q 1 0 0 1 ${point(x)} ${point(y)} cm /${name} Do Q\n`;
    },
    taken() {
      // Lines and bands are decoration.
      const drawn = shapes.size() === 0 ? [] : [artifact, shapes.written(), ended];
      const content = Buffer.concat([...drawn, begun, texts.written(), Buffer.from(`ET\n${placed}`)]);
      for (const all of [shapes, texts]) all.clear();
      placed = '';
      font = undefined;
      [size, gray, squeezed, filled, lastX, lastY] = [0, -1, 1, -1, 0, 0];
      return content;
    },
  };
}

const [artifact, ended, begun] = ['/Artifact BMC\n', 'EMC\n', 'BT\n'].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
];

const point = (value: number): string => String(Math.round(value * 100) / 100);
