/** The formats a report can have, recognized by the first bytes; no other file is saved. */
export type Format = { extension: 'pdf' | 'xlsx' | 'zip'; contentType: string };

const pdf: Format = { extension: 'pdf', contentType: 'application/pdf' };
const xlsx: Format = {
  extension: 'xlsx',
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
const zip: Format = { extension: 'zip', contentType: 'application/zip' };

/** Bytes that `formatOf` needs. */
export const headBytes = 5;
/** Bytes of the end that `endsWhole` needs: a ZIP end record with the longest comment. */
export const tailBytes = 65_557;

/**
 * The format on which name, declared type and first bytes agree, or null: an HTML or JSON error page, a PDF
 * sent as JSON, or anything unknown is not a report. A missing or generic type is accepted, because the
 * interface does not specify it.
 */
export function formatOf(head: Uint8Array, extension: string, contentType: string | null): Format | null {
  const start = Buffer.from(head).toString('latin1');
  const declared = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (/^text\/|json$|html|(^|\/)xml$/.test(declared)) return null;
  if (extension === 'pdf') return start.startsWith('%PDF-') && !/sheet|zip/.test(declared) ? pdf : null;
  const isZip = start.startsWith('PK\u0003\u0004') && declared !== pdf.contentType;
  if (extension === 'xlsx') return isZip ? xlsx : null;
  return extension === 'zip' && isZip ? zip : null;
}

/**
 * Whether a file of `size` bytes with this end is complete: a truncated body without Content-Length looks like
 * a complete one. PDF: the `%%EOF` line is last. ZIP: the end record is last and points at a directory before
 * it.
 */
export function endsWhole(format: Format, tail: Uint8Array, size: number): boolean {
  const bytes = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength);
  if (format.extension === 'pdf') {
    return /startxref\s+\d+\s+%%EOF\s*$/.test(bytes.subarray(-1024).toString('latin1'));
  }
  for (let at = bytes.length - 22; at >= 0; at -= 1) {
    if (bytes.readUInt32LE(at) !== 0x06054b50) continue;
    if (at + 22 + bytes.readUInt16LE(at + 20) !== bytes.length) continue;
    const directorySize = bytes.readUInt32LE(at + 12);
    const directoryAt = bytes.readUInt32LE(at + 16);
    // ZIP64 stores the true figures elsewhere and sets these to the maximum.
    if (directoryAt === 0xffffffff || directorySize === 0xffffffff) return true;
    return directoryAt + directorySize <= size - (bytes.length - at) && isDirectory(bytes, directoryAt, size);
  }
  return false;
}

/** A directory within the tail must start with a directory record; an empty archive has none. */
function isDirectory(tail: Buffer, directoryAt: number, size: number): boolean {
  const at = directoryAt - (size - tail.length);
  if (at < 0 || at + 4 > tail.length) return at < 0;
  return [0x02014b50, 0x06054b50].includes(tail.readUInt32LE(at));
}
