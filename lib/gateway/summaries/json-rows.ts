// Reads the rows of a JSON list while it arrives, for responses too large for memory.

import 'server-only';

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Limit of one object of a list; the interface has none larger than a few kB. */
const rowBytesMax = 1024 * 1024;

/** Position in the document: outside such a list, between its rows, or in one. */
type Position = 'outside' | 'between' | 'row';

const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Reads JSON too large for memory: passes the text of each object of the lists called `name` to `onRow`, one
 * after the other, with the number of its list. Returns the rest of the response, or null when that exceeds
 * `restBytesMax`, a row exceeds its limit, or the list contains anything but objects. The caller parses the
 * texts, which detects invalid JSON. Memory: one row and the rest.
 */
export async function readRows(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  restBytesMax: number,
  onRow: (text: string, list: number) => void,
): Promise<string | null> {
  const requested = Buffer.from(`"${name}"`);
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const rest: Buffer[] = [];
  let row: Buffer[] = [];
  let restBytes = 0;
  let rowBytes = 0;
  let [inText, escaped, depth] = [false, false, 0];
  let position = 'outside' as Position;
  let lists = 0;
  // Bytes of `requested` that match the string being read; -1 on a mismatch. A full match followed by a colon is
  // the name.
  let agreed = -1;
  let named = false;

  for await (const part of chunks) {
    const chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    let mark: number = position === 'between' ? chunk.length : 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (inText) {
        if (agreed >= 0 && position === 'outside') agreed = byte === requested[agreed] ? agreed + 1 : -1;
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) inText = false;
        continue;
      }
      if (position === 'between') {
        if (byte === openObject) {
          position = 'row';
          [depth, mark] = [1, at];
        } else if (byte === closeList) {
          position = 'outside';
          [mark, agreed, named] = [at, -1, false];
        } else if (byte !== 0x2c && !isSpace(byte)) return null;
        continue;
      }
      if (byte === quote) {
        inText = true;
        agreed = 1;
      } else if (position === 'outside') {
        if (byte === colon) named = agreed === requested.length;
        else if (byte === openList && named) {
          rest.push(Buffer.from(chunk.subarray(mark, at + 1)));
          restBytes += at + 1 - mark;
          position = 'between';
          lists += 1;
          mark = chunk.length;
        } else if (!isSpace(byte)) [agreed, named] = [-1, false];
      } else if (position === 'row') {
        if (byte === openObject || byte === openList) depth += 1;
        else if (byte === closeObject || byte === closeList) depth -= 1;
        if (depth > 0) continue;
        row.push(chunk.subarray(mark, at + 1));
        onRow(utf8.decode(row.length === 1 ? row[0] : Buffer.concat(row)), lists - 1);
        position = 'between';
        [row, rowBytes, mark] = [[], 0, chunk.length];
      }
    }
    const left = chunk.subarray(mark);
    if (position === 'row') {
      row.push(Buffer.from(left));
      rowBytes += left.length;
    } else if (position !== 'between') {
      rest.push(Buffer.from(left));
      restBytes += left.length;
    }
    if (restBytes > restBytesMax || rowBytes > rowBytesMax) return null;
  }
  return position === 'outside' ? utf8.decode(Buffer.concat(rest)) : null;
}
