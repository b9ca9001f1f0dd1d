/** Files that an upload accepts, with the extension of each. */
export const mediaTypes = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/tiff': 'tif',
} as const;

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
