// Margins, text sizes, title block, header and footer of report pages.

import { confidentiality, type ReportDocument } from '../document.ts';
import { stamp } from '../printed.ts';
import type { Ink } from './canvas.ts';
import type { Weight } from './font-faces.ts';
import type { PdfFile } from './pdf-file.ts';
import type { Element, StructureType } from './structure.ts';
import { wrapText } from './wrap-text.ts';

export const margin = { side: 42, top: 40, bottom: 50 };

export const ink = {
  body: { size: 8, gray: 0.1 },
  soft: { size: 7, gray: 0.38 },
  head: { size: 7.5, gray: 0.22 },
  small: { size: 7, gray: 0.4 },
} satisfies Record<string, Ink>;

/** Draws one line and returns its width in points. `align` right puts its right edge at x. */
export function put(
  file: PdfFile,
  text: string,
  x: number,
  y: number,
  style: Ink,
  weight: Weight = 'regular',
  align: 'left' | 'right' | 'center' = 'left',
): number {
  const line = file.encoder.encode(text, weight);
  const width = (line.width * style.size) / 1000;
  const shift = align === 'left' ? 0 : align === 'right' ? width : width / 2;
  file.canvas().text(line, x - shift, y, style);
  return width;
}

/** Draws an element below `parent` that is complete after it. */
export function draw<Result>(
  file: PdfFile,
  type: StructureType,
  parent: Element,
  drawing: () => Result,
): Result {
  const element = file.structure.open(type, parent);
  file.begin(element);
  const result = drawing();
  file.canvas().end();
  file.structure.close(element);
  return result;
}

/** The title block of a report's first page; returns the height where the body starts. */
export function titleBlock(file: PdfFile, doc: ReportDocument, parent: Element): number {
  const left = margin.side;
  const right = file.width - margin.side;
  const width = right - left;
  let y = file.height - margin.top - 8;
  draw(file, 'P', parent, () => put(file, doc.agentName, left, y, { size: 8, gray: 0.25 }, 'bold'));
  const { environmentLine } = doc;
  if (environmentLine) {
    draw(file, 'P', parent, () =>
      put(file, environmentLine, right, y, { size: 8, gray: 0.4 }, 'regular', 'right'),
    );
  }
  y -= 8;
  file.canvas().rule(left, y, width, 0.5, 0.65);
  y -= 22;
  const block = (type: StructureType, text: string, at: number, style: Ink, weight?: Weight) =>
    draw(file, type, parent, () => paragraph(file, text, left, at, width, style, weight));
  y = block('H1', doc.title, y, { size: 15, gray: 0.08 }, 'bold');
  y = block('P', doc.issuerLine, y - 1, { size: 10, gray: 0.1 }, 'bold');
  y = block('P', doc.asOfLine, y - 1, { size: 9, gray: 0.2 });
  if (doc.preparedBy && !doc.isSent)
    y = block('P', `Prepared by ${doc.preparedBy}`, y - 1, { size: 8, gray: 0.38 });
  if (doc.filters.length > 0) {
    const filters = doc.filters.map(([label, value]) => `${label}: ${value}`).join('   ·   ');
    y = block('P', filters, y - 1, { size: 8, gray: 0.38 });
  }
  return y - 6;
}

/** The short header of the following pages. */
export function runningHead(file: PdfFile, doc: ReportDocument): number {
  const y = file.height - margin.top - 6;
  const text = [doc.issuerLine, doc.title, doc.asOfLine].filter(Boolean).join('   ·   ');
  const width = file.width - 2 * margin.side;
  const environment = doc.environmentLine ?? '';
  file.canvas().beginArtifact('Header');
  const taken = environment
    ? put(file, environment, margin.side + width, y, ink.small, 'regular', 'right') + 12
    : 0;
  const line = file.encoder.encode(text, 'regular');
  const wide = (line.width * ink.small.size) / 1000;
  file.canvas().text(line, margin.side, y, ink.small, Math.min(1, (width - taken) / wide));
  file.canvas().end();
  return y - 12;
}

/** The footer: page x of y, confidentiality, report id and generated stamp. */
export function footer(file: PdfFile, doc: ReportDocument): void {
  const left = margin.side;
  const right = file.width - margin.side;
  file.canvas().rule(left, margin.bottom - 12, right - left, 0.4, 0.75);
  const y = margin.bottom - 23;
  file.canvas().beginArtifact('Footer');
  const width = put(file, `Page ${file.page()} of `, left, y, ink.small);
  file.placePageTotal(left + width, y);
  put(
    file,
    `${doc.reportId}   ·   Generated ${stamp(doc.generatedAt)}`,
    right,
    y,
    ink.small,
    'regular',
    'right',
  );
  const notice = doc.notice ?? confidentiality;
  if (file.width > 700) put(file, notice, file.width / 2, y, ink.small, 'regular', 'center');
  else put(file, notice, left, y - 9, ink.small);
  file.canvas().end();
}

/** Draws wrapped text from y down; returns the next free height. */
export function paragraph(
  file: PdfFile,
  text: string,
  x: number,
  y: number,
  width: number,
  style: Ink,
  weight: Weight = 'regular',
): number {
  let at = y;
  const lines = wrapText(file.encoder, text, weight, (width * 1000) / style.size);
  for (const [index, line] of lines.entries()) {
    file.canvas().text(line, x, at, style, 1, index + 1 < lines.length);
    at -= style.size * 1.35;
  }
  return at;
}
