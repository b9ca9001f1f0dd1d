import type { ReportDocument } from '../document.ts';
import { proofLines } from '../proof.ts';
import { pdfBody } from './pdf-body.ts';
import { pdfFile } from './pdf-file.ts';

/**
 * A report as a PDF stream. One page is in memory at a time, and items are read only as fast as the stream is
 * read; stopping early ends the source of the items. The same document gives the same bytes.
 */
export async function* renderPdf(doc: ReportDocument): AsyncGenerator<Uint8Array> {
  const file = pdfFile({
    title: `${doc.title} – ${doc.issuerLine}`,
    author: doc.agentName,
    subject: doc.reportId,
    generatedAt: doc.generatedAt,
    size: doc.paper?.size ?? 'letter',
    layout: doc.paper?.layout ?? 'landscape',
    ...(doc.seal && { seal: doc.seal }),
  });
  const body = pdfBody(file, doc);
  yield* taken(await file.take());
  const reading = doc.open();
  let page = file.page();
  for await (const item of reading.items) {
    body.item(item);
    if (file.page() === page) continue;
    page = file.page();
    yield* taken(await file.take());
  }
  const closing = await reading.closing();
  body.close({
    totals: closing.totals,
    proofLines: proofLines(closing),
    footnotes: closing.footnotes ?? [],
    apart: closing.apart ?? false,
  });
  await file.finish(closing.contentDigest);
  yield* taken(await file.take());
}

function* taken(chunk: Uint8Array): Generator<Uint8Array> {
  if (chunk.length > 0) yield chunk;
}
