import { isFormulaLike } from './formula-like.ts';

export type CsvCell = string | number | bigint | boolean | null | undefined;

/**
 * Rows as CSV text chunks (RFC 4180: CRLF, doubled quotes), with a byte order mark so that spreadsheet programs
 * read UTF-8. Text that looks like a formula gets a leading apostrophe; numbers, given as number or bigint,
 * never do. Works in browsers.
 */
export async function* writeCsv(
  header: readonly string[],
  rows: Iterable<readonly CsvCell[]> | AsyncIterable<readonly CsvCell[]>,
): AsyncGenerator<string> {
  let chunk = `\ufeff${csvRow(header)}`;
  for await (const row of rows) {
    chunk += csvRow(row);
    if (chunk.length > 65536) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk) yield chunk;
}

/** One record, including CRLF. */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(csvField).join(',')}\r\n`;
}

function csvField(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = isFormulaLike(cell) ? `'${cell}` : cell;
  return /[",\p{Cc}]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
