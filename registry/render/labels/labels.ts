import { emptySelection } from '../document.ts';
import { draw, put } from '../pdf/page-frame.ts';
import { type PdfFile, pdfFile } from '../pdf/pdf-file.ts';
import type { Element } from '../pdf/structure.ts';
import { fitLabel, type LabelLines, lineSpacing } from './label-fit.ts';
import { type LabelGeometry, labelPlace } from './label-geometry.ts';

/** Label sheets have no header or footer, which would be printed onto the labels. */
export type LabelDocument = {
  title: string;
  agentName: string;
  reportId: string;
  generatedAt: string;
  geometry: LabelGeometry;
  labels: Iterable<LabelLines> | AsyncIterable<LabelLines>;
};

const inch = 72;

/** Label sheets as a PDF stream, with one page in memory at a time. Without labels, one page that says so. */
export async function* renderLabels(doc: LabelDocument): AsyncGenerator<Uint8Array> {
  const { geometry } = doc;
  const perSheet = geometry.columns * geometry.rows;
  const file = pdfFile({
    title: doc.title,
    author: doc.agentName,
    subject: doc.reportId,
    generatedAt: doc.generatedAt,
    size: 'letter',
    layout: 'portrait',
  });
  const { structure } = file;
  let sheet: Element | undefined;
  let index = 0;
  for await (const label of doc.labels) {
    if (!sheet || index % perSheet === 0) {
      if (sheet) structure.close(sheet);
      file.nextPage();
      sheet = structure.open('Sect', structure.document);
      const chunk = await file.take();
      if (chunk.length > 0) yield chunk;
    }
    drawLabel(file, label, geometry, index % perSheet, sheet);
    index += 1;
  }
  if (sheet) structure.close(sheet);
  else {
    file.nextPage();
    const style = { size: 9, gray: 0.3 };
    draw(file, 'P', structure.document, () => put(file, emptySelection, inch, file.height - inch, style));
  }
  await file.finish();
  yield await file.take();
}

/** Draws lines left-aligned and vertically centered inside the label's margin. */
function drawLabel(
  file: PdfFile,
  label: LabelLines,
  geometry: LabelGeometry,
  index: number,
  sheet: Element,
): void {
  const { x, y } = labelPlace(geometry, index);
  const inset = geometry.inset * inch;
  const box = {
    width: geometry.width * inch - 2 * inset,
    height: geometry.height * inch - 2 * inset,
  };
  const widthAt1 = (text: string) => file.encoder.encode(text, 'regular').width / 1000;
  const { size, lines } = fitLabel(label, box, geometry.size, widthAt1);
  const step = size * lineSpacing;
  const top = file.height - y * inch - inset - (box.height - lines.length * step) / 2;
  draw(file, 'P', sheet, () => {
    for (const [at, text] of lines.entries()) {
      const line = file.encoder.encode(text, 'regular');
      const width = (line.width * size) / 1000;
      const squeeze = width > box.width ? box.width / width : 1;
      // The baseline is a little below the middle of the line.
      const baseline = top - at * step - step / 2 - size * 0.35;
      file.canvas().text(line, x * inch + inset, baseline, { size, gray: 0 }, squeeze, at + 1 < lines.length);
    }
  });
}
