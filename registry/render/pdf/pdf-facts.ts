// Draws pairs of label and value as rows of a table.

import type { Fact } from '../document.ts';
import { factValue, printed } from '../printed.ts';
import { margin } from './page-frame.ts';
import type { PdfFile } from './pdf-file.ts';
import type { Element } from './structure.ts';
import type { TextLine } from './text-encoder.ts';
import { wrapText } from './wrap-text.ts';

const size = 8.5;
const step = 11.5;
/** Labels beside other values are short; labels of totals include a class and a quantity. */
const labelWidths = { facts: 150, totals: 230 };

/**
 * Draws as many label and value pairs as fit above the footer, from y down, as rows of `table`. `aligned` puts
 * the values into a right-aligned column, for totals. Returns how many were drawn and the next free height.
 */
export function drawFacts(
  file: PdfFile,
  facts: readonly Fact[],
  y: number,
  aligned: boolean,
  table: Element,
) {
  const { structure } = file;
  const label = structure.attribute('<</O/Table/Scope/Row>>');
  const left = margin.side;
  const labelWidth = aligned ? labelWidths.totals : labelWidths.facts;
  const valueWidth = aligned ? 130 : file.width - 2 * margin.side - labelWidth;
  let at = y;
  let count = 0;
  for (const [name, cell] of facts) {
    const { kind, value } = factValue(cell);
    const labels = wrapText(file.encoder, name, 'regular', ((labelWidth - 10) * 1000) / size);
    const values = printed(kind, value).flatMap((text) =>
      wrapText(file.encoder, text, 'regular', (valueWidth * 1000) / size),
    );
    const lines = Math.max(labels.length, values.length, 1);
    const fits = at - lines * step >= margin.bottom;
    if (!fits && (count > 0 || y < file.height - 2 * margin.bottom)) break;
    const row = structure.open('TR', table);
    const cellOf = (
      type: 'TH' | 'TD',
      texts: readonly TextLine[],
      gray: number,
      x: (line: TextLine) => number,
    ) => {
      const element = structure.open(type, row, type === 'TH' ? label : '');
      if (texts.length > 0) file.begin(element);
      for (const [index, line] of texts.entries())
        file
          .canvas()
          .text(line, x(line), at - (index + 1) * step, { size, gray }, 1, index + 1 < texts.length);
      if (texts.length > 0) file.canvas().end();
      structure.close(element);
    };
    cellOf('TH', labels, 0.38, () => left);
    const shift = (line: TextLine) => (aligned ? valueWidth - (line.width * size) / 1000 : 0);
    cellOf('TD', values, 0.1, (line) => left + labelWidth + shift(line));
    structure.close(row);
    at -= lines * step + 1;
    count += 1;
  }
  return { count, y: at };
}
