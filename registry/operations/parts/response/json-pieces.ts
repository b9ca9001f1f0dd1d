// Writes a JSON array in pieces, so that a long response is never one string.

import { writeJson } from '#lib/contract/wire/json';

const rowsPerPiece = 250;

/**
 * A JSON array written a few hundred elements at a time. `toElement` runs when a piece is read, so a long
 * response is never one string.
 */
export async function* streamedPieces<Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  toElement: (row: Row) => unknown,
): AsyncGenerator<string, void, undefined> {
  let held: Row[] = [];
  let lead = '[';
  const piece = () => {
    const text = lead + writeJson(held.map(toElement)).slice(1, -1);
    held = [];
    lead = ',';
    return text;
  };
  for await (const row of rows) if (held.push(row) === rowsPerPiece) yield piece();
  if (held.length > 0 || lead === '[') yield piece();
  yield ']';
}

const charactersPerWrite = 65_536;

/**
 * Joins short pieces, so that many small elements do not cause as many writes. The first piece contains the
 * first rows.
 */
export async function* gathered(pieces: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length < charactersPerWrite) continue;
    yield text;
    text = '';
  }
  if (text) yield text;
}
