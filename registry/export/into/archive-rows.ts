// Parses the CSV files of an archive.

import { unreadable } from '#lib/sheet/read/refusal';

export type ArchiveRow = (string | null)[];

/** Characters of one row: the longest texts are contents of items. */
const rowMax = 16 * 1024 ** 2;

/**
 * The rows of a table of an archive, header first: text in quotes, null as nothing, one apostrophe less where the writer
 * put one. Stricter than CSV at large, because only our own files are read.
 */
export async function* archiveRows(
  path: string,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<ArchiveRow[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const broken = () => unreadable(`${path} is not a table of an archive`);
  let rest = '';
  for await (const chunk of source) {
    rest += decode(decoder, chunk, broken);
    const { rows, at } = completeRows(rest, broken);
    rest = rest.slice(at);
    if (rest.length > rowMax) throw broken();
    if (rows.length > 0) yield rows;
  }
  if (rest !== '') throw broken();
}

function decode(decoder: TextDecoder, chunk: Uint8Array, broken: () => Error): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    throw broken();
  }
}

/** The rows that end within the text, and the place after them. */
export function completeRows(text: string, broken: () => Error): { rows: ArchiveRow[]; at: number } {
  const rows: ArchiveRow[] = [];
  let row: ArchiveRow = [];
  let start = 0;
  let at = 0;
  while (at < text.length) {
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end < 0 || end + 1 >= text.length) break;
      row.push(plain(text.slice(at + 1, end).replaceAll('""', '"')));
      at = end + 1;
    } else {
      const end = fieldEnd(text, at);
      if (end < 0) break;
      row.push(end === at ? null : text.slice(at, end));
      at = end;
    }
    const sign = text[at];
    if (sign !== ',' && sign !== '\n') throw broken();
    at += 1;
    if (sign === ',') continue;
    rows.push(row);
    row = [];
    start = at;
  }
  return { rows, at: start };
}

function closingQuote(text: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0 || text[at + 1] !== '"') return at;
  }
}

function fieldEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) if (text[at] === ',' || text[at] === '\n') return at;
  return -1;
}

const plain = (text: string) => (text.startsWith("'") ? text.slice(1) : text);
