// Types and limits of uploaded files.

/** Files that an upload accepts, with the extension of each. */
export const mediaTypes = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/tiff': 'tif',
} as const;

/** Type of a part of a file that is uploaded in several requests. */
export const partType = 'application/octet-stream';

/** 8 MB: one part. */
export const partBytesMax = 8 * 1024 * 1024;

/** The file of a register. */
export const registerBytesMax = 512 * 1024 * 1024;

/** '512 MB' */
export const registerSizeMax = `${registerBytesMax / 1024 ** 2} MB`;

/** Rows of all sheets of a bulk file. */
export const bulkRowsMax = 100_000;

/** Workbooks and archives of CSV files, with the extension of each. */
export const sheetTypes = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/zip': 'zip',
} as const;

export type SheetType = keyof typeof sheetTypes;

export const isSheetType = (text: string): text is SheetType => Object.hasOwn(sheetTypes, text);

/** Whether a file begins as a ZIP archive, which a workbook is too. */
export const startsAsZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

export type MediaType = keyof typeof mediaTypes;

/** 20 MB */
export const uploadBytesMax = 20 * 1024 * 1024;

export const isMediaType = (text: string): text is MediaType => Object.hasOwn(mediaTypes, text);

const png = '\x89PNG\r\n\x1a\n';
const starts: Record<MediaType, readonly string[]> = {
  'application/pdf': ['%PDF-'],
  'image/png': [png],
  'image/jpeg': ['\xff\xd8\xff'],
  // Little and big endian, each also as BigTIFF.
  'image/tiff': ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'],
};

/** Whether a file begins as its media type requires. */
export function fitsMediaType(bytes: Uint8Array, type: MediaType): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, png.length));
  return starts[type].some((start) => head.startsWith(start));
}
