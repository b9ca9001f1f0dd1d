import { type Workbook, workbookParts } from './workbook-parts.ts';
import { zipStream } from './zip-stream.ts';

/** The same workbook as `writeWorkbook`, written with browser APIs: CompressionStream, no Node. */
export function writeWorkbookInBrowser(book: Workbook): AsyncGenerator<Uint8Array> {
  return zipStream(workbookParts(book), { date: book.date }, { crc32, deflate });
}

/** The browser compresses outside the page's thread; its level cannot be chosen. */
async function* deflate(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const packer = new CompressionStream('deflate-raw');
  const writer = packer.writable.getWriter();
  const fed = feed(source, writer);
  // The reader throws the same error, so this rejection is ignored.
  fed.catch(() => undefined);
  const reader = packer.readable.getReader();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
    await fed;
  } finally {
    // Stopped early: cancels the writer, and thereby the source.
    await reader.cancel().catch(() => undefined);
  }
}

async function feed(source: AsyncIterable<Uint8Array>, writer: WritableStreamDefaultWriter<BufferSource>) {
  try {
    for await (const chunk of source) {
      await writer.ready;
      void writer.write(chunk as BufferSource).catch(() => undefined);
    }
    await writer.close();
  } catch (cause) {
    await writer.abort(cause).catch(() => undefined);
    throw cause;
  }
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** CRC-32 for ZIP, continued from the checksum of the previous bytes. */
function crc32(chunk: Uint8Array, before: number): number {
  let sum = ~before;
  for (let at = 0; at < chunk.length; at += 1)
    sum = (sum >>> 8) ^ (table[(sum ^ (chunk[at] ?? 0)) & 255] ?? 0);
  return ~sum >>> 0;
}
