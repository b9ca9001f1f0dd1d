import type { EmbeddedFont, PdfObject } from './embedded-font.ts';
import type { Run, TextLine } from './text-encoder.ts';

export type Ink = { size: number; gray: number };

/** Drawing on one page, points, origin at the bottom left. */
export type Canvas = {
  /** Draws a line with its left edge at x. `squeeze` < 1 narrows it to fit. */
  text: (line: TextLine, x: number, y: number, ink: Ink, squeeze?: number) => void;
  rule: (x: number, y: number, width: number, thickness: number, gray: number) => void;
  band: (x: number, y: number, width: number, height: number, gray: number) => void;
  /** Places the object at x, y; the object draws from its own origin. */
  place: (name: string, object: PdfObject, x: number, y: number) => void;
  /** The page's content; fonts and objects it needs are in the two maps. */
  content: () => string;
  fonts: Map<string, EmbeddedFont>;
  objects: Map<string, PdfObject>;
};

export function newCanvas(): Canvas {
  const fonts = new Map<string, EmbeddedFont>();
  const objects = new Map<string, PdfObject>();
  let shapes = '';
  let texts = '';
  let placed = '';
  let font: EmbeddedFont | undefined;
  let size = 0;
  let gray = -1;
  let squeezed = 1;

  function show(run: Run, ink: Ink) {
    if (run.font !== font || ink.size !== size) {
      font = run.font;
      size = ink.size;
      fonts.set(font.name, font);
      texts += `/${font.name} ${size} Tf\n`;
    }
    if (run.thin) texts += `2 Tr ${ink.gray} G ${point(ink.size * 0.03)} w `;
    if (run.rise !== 0) texts += `${point((run.rise * ink.size) / 1000)} Ts `;
    texts += `${run.show}\n`;
    if (run.rise !== 0) texts += '0 Ts ';
    if (run.thin) texts += '0 Tr ';
  }

  return {
    fonts,
    objects,
    text(line, x, y, ink, squeeze = 1) {
      if (ink.gray !== gray) {
        gray = ink.gray;
        texts += `${gray} g\n`;
      }
      if (squeeze !== squeezed) {
        squeezed = squeeze;
        texts += `${point(squeeze * 100)} Tz\n`;
      }
      texts += `1 0 0 1 ${point(x)} ${point(y)} Tm\n`;
      for (const run of line.runs) show(run, ink);
    },
    rule(x, y, width, thickness, shade) {
      shapes += `${shade} g ${point(x)} ${point(y)} ${point(width)} ${thickness} re f\n`;
    },
    band(x, y, width, height, shade) {
      shapes += `${shade} g ${point(x)} ${point(y)} ${point(width)} ${point(height)} re f\n`;
    },
    place(name, object, x, y) {
      objects.set(name, object);
      placed += `q 1 0 0 1 ${point(x)} ${point(y)} cm /${name} Do Q\n`;
    },
    content: () => `${shapes}BT\n${texts}ET\n${placed}`,
  };
}

function point(value: number): string {
  return String(Math.round(value * 100) / 100);
}
