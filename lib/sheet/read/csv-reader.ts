import type { RawRow } from './cells.ts';
import { Refusal, unreadable } from './refusal.ts';

/** Characters of one record, and of what precedes it in a piece. */
const recordMax = 1024 ** 2;

/**
 * The records of a CSV file, in pieces: UTF-8 or UTF-16, separated by commas, semicolons or tabs, as its first line
 * shows. Rows are numbered as a spreadsheet program would show them. An apostrophe that guards a formula is removed.
 */
export async function* readCsv(name: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<RawRow[]> {
  const parser = csvParser(name);
  for await (const text of decoded(name, source)) {
    parser.write(text);
    const rows = parser.take();
    if (rows.length > 0) yield rows;
  }
  parser.end();
  const last = parser.take();
  if (last.length > 0) yield last;
}

async function* decoded(name: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let before = 0;
  let held = Buffer.alloc(0);
  for await (const chunk of source) {
    const bytes = Buffer.concat([held, chunk]);
    if (!decoder && bytes.length < 3) {
      held = bytes;
      continue;
    }
    decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
    held = Buffer.alloc(0);
    yield decodePiece(name, decoder, bytes, before);
    before += bytes.length;
  }
  if (held.length > 0) yield decodePiece(name, new TextDecoder('utf-8', { fatal: true }), held, 0);
  else if (decoder) yield decodePiece(name, decoder, undefined, before);
}

function decodePiece(name: string, decoder: TextDecoder, bytes: Buffer | undefined, before: number): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    const encoding = decoder.encoding === 'utf-8' ? 'UTF-8' : 'UTF-16';
    const at = before + (bytes && encoding === 'UTF-8' ? validBytes(bytes) : 0) + 1;
    throw new Refusal('F09', `${name} is not ${encoding} at byte ${at}. Save it as UTF-8.`);
  }
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/** How many bytes at the start are valid UTF-8; the end of a character that began before counts as valid. */
function validBytes(bytes: Buffer): number {
  let at = 0;
  while (at < 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  while (at < bytes.length) {
    const first = bytes[at]!;
    const more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    if (first >= 0x80 && (first < 0xc2 || first > 0xf4)) return at;
    for (let next = 1; next <= more; next += 1) {
      const byte = bytes[at + next];
      if (byte !== undefined && (byte & 0xc0) !== 0x80) return at;
    }
    at += more + 1;
  }
  return bytes.length;
}

/** The parser of one file: text in, complete rows out. */
export function csvParser(name: string) {
  let separator = '';
  let rest = '';
  let number = 0;
  let rows: RawRow[] = [];

  /** The fields of the record at this place, and the place after it; undefined while its end has not come. */
  const record = (text: string, from: number, isEnd: boolean) => {
    const fields: string[] = [];
    let at = from;
    for (;;) {
      let field: string;
      if (text[at] === '"') {
        const end = closingQuote(text, at + 1);
        if (end < 0 && isEnd) throw unreadable(`${name}: the quote in row ${number + 1} is not closed`);
        // The sign after a quote decides whether it closes the field.
        if (end < 0 || (end + 1 >= text.length && !isEnd)) return undefined;
        field = text.slice(at + 1, end).replaceAll('""', '"');
        at = end + 1;
        const after = nextEnd(text, at, separator);
        field += text.slice(at, after < 0 ? text.length : after);
        if (after < 0 && !isEnd) return undefined;
        at = after < 0 ? text.length : after;
      } else {
        const end = nextEnd(text, at, separator);
        if (end < 0 && !isEnd) return undefined;
        field = text.slice(at, end < 0 ? text.length : end);
        at = end < 0 ? text.length : end;
      }
      fields.push(field);
      if (text[at] === separator) {
        at += 1;
        continue;
      }
      if (text[at] === '\r') {
        if (at + 1 >= text.length && !isEnd) return undefined;
        at += text[at + 1] === '\n' ? 2 : 1;
      } else if (text[at] === '\n') at += 1;
      return { fields, at };
    }
  };

  const parse = (text: string, isEnd: boolean) => {
    let at = 0;
    while (at < text.length) {
      const found = record(text, at, isEnd);
      if (!found) break;
      at = found.at;
      number += 1;
      const cells = found.fields.map((field) =>
        field === '' ? undefined : { kind: 'text' as const, text: unguarded(field) },
      );
      if (cells.some(Boolean)) rows.push({ number, isHidden: false, cells });
    }
    rest = text.slice(at);
    if (rest.length > recordMax) throw unreadable(`${name}: row ${number + 1} is too long`);
  };

  return {
    write(piece: string) {
      const text = rest + piece;
      if (separator === '') {
        const line = text.search(/[\r\n]/);
        if (line < 0 && text.length <= recordMax) {
          rest = text;
          return;
        }
        // Excel's own first line, which is no row of the table.
        const stated = line < 0 ? undefined : /^sep=([,;\t])$/i.exec(text.slice(0, line))?.[1];
        if (stated !== undefined) {
          if (text[line] === '\r' && line + 1 >= text.length) {
            rest = text;
            return;
          }
          separator = stated;
          number += 1;
          parse(text.slice(line + (text.startsWith('\r\n', line) ? 2 : 1)), false);
          return;
        }
        separator = separatorOf(line < 0 ? text : text.slice(0, line));
      }
      parse(text, false);
    },
    end() {
      if (separator === '') separator = separatorOf(rest);
      parse(rest, true);
    },
    take() {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}

function separatorOf(header: string): string {
  const counts = [',', ';', '\t'].map((sign) => [header.split(sign).length, sign] as const);
  return counts.reduce((best, one) => (one[0] > best[0] ? one : best))[1];
}

/** The place of the quote that closes a field; two quotes are one sign of the text. -1 if it has not come. */
function closingQuote(text: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0 || text[at + 1] !== '"') return at;
  }
}

/** The place of the next separator or line end; -1 if it has not come. */
function nextEnd(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === separator || sign === '\n' || sign === '\r') return at;
  }
  return -1;
}

/** Without the apostrophe that our own files put before what looks like a formula. */
const unguarded = (field: string) => (/^'['=+\-@]/.test(field) ? field.slice(1) : field);
