import type { EmbeddedFont, PdfObject } from './embedded-font.ts';
import { pageBytes } from './page-bytes.ts';
import type { Run, TextLine } from './text-encoder.ts';

export type Ink = { size: number; gray: number };

/** Draws on one page at a time; unit point, origin at the bottom left. */
export type Canvas = {
  /** Draws a line with its left edge at x. `squeeze` < 1 narrows it to fit. */
  text: (line: TextLine, x: number, y: number, ink: Ink, squeeze?: number) => void;
  rule: (x: number, y: number, width: number, thickness: number, gray: number) => void;
  band: (x: number, y: number, width: number, height: number, gray: number) => void;
  /** Places the object at x, y; the object draws from its own origin. */
  place: (name: string, object: PdfObject, x: number, y: number) => void;
  /** Returns what has been drawn (content, and the fonts and objects it needs) and clears the canvas. */
  taken: () => Drawn;
};

export type Drawn = {
  content: Uint8Array;
  fonts: readonly EmbeddedFont[];
  objects: ReadonlyMap<string, PdfObject>;
};

export function newCanvas(): Canvas {
  const shapes = pageBytes();
  const texts = pageBytes();
  const fonts = new Set<EmbeddedFont>();
  const objects = new Map<string, PdfObject>();
  let placed = '';
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
      fonts.add(font);
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

  return {
    text(line, x, y, ink, squeeze = 1) {
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
      if (line.font === font && ink.size === size && !line.thin && line.rise === 0) glyphs(line);
      else show(line, ink);
      for (const run of line.rest) show(run, ink);
    },
    rule: (x, y, width, thickness, shade) => box(x, y, width, String(thickness), shade),
    band: (x, y, width, height, shade) => box(x, y, width, point(height), shade),
    place(name, object, x, y) {
      objects.set(name, object);
      placed += `q 1 0 0 1 ${point(x)} ${point(y)} cm /${name} Do Q\n`;
    },
    taken() {
      shapes.text('BT\n');
      texts.text(`ET\n${placed}`);
      const drawn = {
        content: Buffer.concat([shapes.written(), texts.written()]),
        fonts: [...fonts],
        objects: new Map(objects),
      };
      for (const all of [shapes, texts, fonts, objects]) all.clear();
      placed = '';
      font = undefined;
      [size, gray, squeezed, filled, lastX, lastY] = [0, -1, 1, -1, 0, 0];
      return drawn;
    },
  };
}

const point = (value: number): string => String(Math.round(value * 100) / 100);
