import { writeJson } from '#lib/contract/json';

const rowsPerPiece = 250;

/**
 * A JSON array written a few hundred elements at a time. `toElement` runs as the pieces are asked for, so a long answer is
 * never one string and other requests run in between.
 */
export function* arrayPieces<Row>(
  rows: readonly Row[],
  toElement: (row: Row) => unknown,
): Generator<string, void, undefined> {
  yield '[';
  for (let at = 0; at < rows.length; at += rowsPerPiece) {
    const text = writeJson(rows.slice(at, at + rowsPerPiece).map(toElement));
    yield (at === 0 ? '' : ',') + text.slice(1, -1);
  }
  yield ']';
}

const charactersPerWrite = 65_536;

/** Joins short pieces, so that many small elements do not become as many writes. */
export function* gathered(pieces: Iterable<string>): Generator<string, void, undefined> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < charactersPerWrite) continue;
    yield text;
    text = '';
  }
  if (text) yield text;
}
