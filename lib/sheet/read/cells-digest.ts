// Digest of the cells of a workbook, which stays the same when it is saved again.

import { toDigits } from '../cell.ts';
import type { RawCell } from './cells.ts';
import { isWorkbook, readWorkbook, type ZipParts } from './read-workbook.ts';
import { stringsInMemory } from './strings-in-memory.ts';

/** Bytes of a workbook whose cells are digested, and of its parts after expansion. */
export const cellsLimits = { fileMax: 8 * 1024 ** 2, totalMax: 128 * 1024 ** 2 };

/** A running SHA-256, of Node or of the browser's library. */
type Hash = { update(bytes: Uint8Array): unknown };

/**
 * Feeds `hash` with the values of all cells of a workbook, sheet by sheet: for each sheet a line `["sheet",name]`, then for
 * each row with values `[row,[column,kind,value],…]`, numbered from 1 and 0; of a link also its address. Another program
 * that saves the workbook keeps all of them, though it writes other bytes: strings in another part, numbers with more
 * digits. False for what is no workbook. Throws Refusal for one that cannot be read.
 */
export async function hashCells(zip: ZipParts, hash: Hash, signal?: AbortSignal): Promise<boolean> {
  if (!isWorkbook(zip)) return false;
  const encoder = new TextEncoder();
  const line = (value: unknown) => hash.update(encoder.encode(`${JSON.stringify(value)}\n`));
  const book = await readWorkbook(zip, stringsInMemory());
  try {
    // Days would be other ones.
    if (book.is1904) line(['days', 1904]);
    for (const { name, rows } of book.sheets) {
      line(['sheet', name]);
      for await (const part of rows([])) {
        signal?.throwIfAborted();
        for (const { number, cells } of part)
          line([number, ...cells.flatMap((cell, column) => (cell ? [[column, ...comparable(cell)]] : []))]);
      }
    }
  } finally {
    book.close();
  }
  return true;
}

/** A day is a number with a style, and styles are not compared. Line ends differ between programs. */
function comparable({ kind, text, address }: RawCell): [kind: string, value: string, address?: string] {
  // A link that leads to another place is another cell, whatever it shows.
  if (address !== undefined) return [kind, text, address];
  if (kind !== 'number' && kind !== 'date') return [kind, text.replaceAll('\r\n', '\n')];
  const value = Number(text);
  return ['number', Number.isFinite(value) ? String(toDigits(value)) : text];
}
