// Reads the request headers Range and If-None-Match.

/** `end` is exclusive. */
export type ByteRange = { start: number; end: number };

const oneRange = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i;

/**
 * The one range of a Range header (RFC 9110 §14.2). Undefined means the whole file: no header, another unit,
 * several ranges, or an end before the start. 'unsatisfiable': the start is past the last byte, or the last 0
 * bytes are requested.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = oneRange.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}

/** Whether If-None-Match names this entity tag (RFC 9110 §13.1.2: weak comparison, or any). */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return [...header.matchAll(/"[^"]*"/g)].some(([each]) => each === tag);
}
