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
  let filled = -1;
  // Where the line before began, in hundredths of a point: whole numbers, so that the ways between lines add up exactly.
  let lastX = 0;
  let lastY = 0;

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

  function fill(shade: number): string {
    if (shade === filled) return '';
    filled = shade;
    return `${shade} g `;
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
      const atX = Math.round(x * 100);
      const atY = Math.round(y * 100);
      // Cells of a row stand on one line, which is said shorter than their place on the page.
      texts += `${decimal(atX - lastX)} ${decimal(atY - lastY)} Td\n`;
      lastX = atX;
      lastY = atY;
      const [run] = line.runs;
      const isUsual = run && line.runs.length === 1 && !run.thin && run.rise === 0;
      if (isUsual && run.font === font && ink.size === size) texts += `${run.show}\n`;
      else for (const each of line.runs) show(each, ink);
    },
    rule(x, y, width, thickness, shade) {
      shapes += `${fill(shade)}${point(x)} ${point(y)} ${point(width)} ${thickness} re f\n`;
    },
    band(x, y, width, height, shade) {
      shapes += `${fill(shade)}${point(x)} ${point(y)} ${point(width)} ${point(height)} re f\n`;
    },
    place(name, object, x, y) {
      objects.set(name, object);
      placed += `q 1 0 0 1 ${point(x)} ${point(y)} cm /${name} Do Q\n`;
    },
    content: () => `${shapes}BT\n${texts}ET\n${placed}`,
  };
}

const fractions = Array.from({ length: 100 }, (_, hundredths) =>
  hundredths === 0 ? '' : `.${String(hundredths).padStart(2, '0').replace(/0$/, '')}`,
);

const point = (value: number): string => decimal(Math.round(value * 100));

/** Whole numbers are printed several times faster than fractions, so the fraction comes from a table. */
function decimal(hundredths: number): string {
  if (hundredths < 0) return `-${decimal(-hundredths)}`;
  const whole = Math.floor(hundredths / 100);
  return whole + (fractions[hundredths - whole * 100] ?? '');
}
