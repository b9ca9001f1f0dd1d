import 'server-only';

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** One object of a list; the interface has none larger than a few kB. */
const rowBytesMax = 1024 * 1024;

/** Where in the document: outside such a list, between its rows, or in one. */
type Place = 'outside' | 'between' | 'row';

const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Reads JSON too long to be held: each object of the lists called `name` goes to `onRow` as its text, one after the
 * other, with the number of its list. Returns the text of the answer without them, or null when that is more than `restBytesMax`, a row is larger
 * than any the interface knows, or something else than objects is in the list. The caller parses and so notices broken
 * JSON; memory is that of one row and the rest.
 */
export async function readRows(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  restBytesMax: number,
  onRow: (text: string, list: number) => void,
): Promise<string | null> {
  const wanted = Buffer.from(`"${name}"`);
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const rest: Buffer[] = [];
  let row: Buffer[] = [];
  let restBytes = 0;
  let rowBytes = 0;
  let [inText, escaped, depth] = [false, false, 0];
  let place = 'outside' as Place;
  let lists = 0;
  // Bytes of `wanted` that the text just read agrees with; -1 when it does not. Whole, and then a colon, it is the name.
  let agreed = -1;
  let named = false;

  for await (const part of chunks) {
    const chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    let mark: number = place === 'between' ? chunk.length : 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (inText) {
        if (agreed >= 0 && place === 'outside') agreed = byte === wanted[agreed] ? agreed + 1 : -1;
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) inText = false;
        continue;
      }
      if (place === 'between') {
        if (byte === openObject) {
          place = 'row';
          [depth, mark] = [1, at];
        } else if (byte === closeList) {
          place = 'outside';
          [mark, agreed, named] = [at, -1, false];
        } else if (byte !== 0x2c && !isSpace(byte)) return null;
        continue;
      }
      if (byte === quote) {
        inText = true;
        agreed = 1;
      } else if (place === 'outside') {
        if (byte === colon) named = agreed === wanted.length;
        else if (byte === openList && named) {
          rest.push(Buffer.from(chunk.subarray(mark, at + 1)));
          restBytes += at + 1 - mark;
          place = 'between';
          lists += 1;
          mark = chunk.length;
        } else if (!isSpace(byte)) [agreed, named] = [-1, false];
      } else if (place === 'row') {
        if (byte === openObject || byte === openList) depth += 1;
        else if (byte === closeObject || byte === closeList) depth -= 1;
        if (depth > 0) continue;
        row.push(chunk.subarray(mark, at + 1));
        onRow(utf8.decode(row.length === 1 ? row[0] : Buffer.concat(row)), lists - 1);
        place = 'between';
        [row, rowBytes, mark] = [[], 0, chunk.length];
      }
    }
    const left = chunk.subarray(mark);
    if (place === 'row') {
      row.push(Buffer.from(left));
      rowBytes += left.length;
    } else if (place !== 'between') {
      rest.push(Buffer.from(left));
      restBytes += left.length;
    }
    if (restBytes > restBytesMax || rowBytes > rowBytesMax) return null;
  }
  return place === 'outside' ? utf8.decode(Buffer.concat(rest)) : null;
}
