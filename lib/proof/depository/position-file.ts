import { readCsvLayout } from './csv-layout.ts';
import { readFixedLayout } from './fixed-layout.ts';
import { type FileError, type Known, lineErrors, type PositionFile } from './lines.ts';

/** Bytes of a position file. */
export const positionFileBytesMax = 8 * 1024 * 1024;
/** Lines of a position file; the fixed layout reaches the limit of bytes first. */
const linesMax = 120_000;

export type ReadFile = { file: PositionFile } | { errors: readonly FileError[] };

/**
 * A position file of the depository, in either layout. Refused as a whole when anything in it is wrong: the errors name
 * line and field. Time grows linearly with the size of the file.
 */
export function readPositionFile(bytes: Uint8Array, known: Known): ReadFile {
  const whole = (text: string): ReadFile => ({ errors: [{ line: 1, field: 'File', text }] });
  if (bytes.length === 0) return whole('is empty');
  if (bytes.length > positionFileBytesMax) return whole('is larger than 8 MB');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return whole('is not UTF-8 text');
  }
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  if (lines.at(-1) === '') lines.pop();
  if (lines.length > linesMax) return whole('has more than 120,000 lines');
  const errors = lineErrors();
  const file = lines[0]?.startsWith('record,')
    ? readCsvLayout(lines, known, errors)
    : readFixedLayout(lines, known, errors);
  if (file && errors.list.length === 0) return { file };
  return { errors: errors.list.toSorted((a, b) => a.line - b.line) };
}
