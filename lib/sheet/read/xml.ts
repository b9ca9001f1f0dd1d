import { Refusal, unreadable } from './refusal.ts';

/** Receives the parts of a document; names are without their namespace prefix. */
export type XmlHandler = {
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** A piece of text; one text may come in several pieces. */
  text(text: string): void;
};

const depthMax = 32;
/** Characters of one tag, comment or section. */
const partMax = 1024 ** 2;

/**
 * Parses XML as its bytes come, with no more than one chunk and one tag in memory. Document types, and with them
 * entities, are refused; besides the five named ones there are only character references.
 */
export async function parseXml(
  path: string,
  source: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
): Promise<void> {
  for await (const _ of xmlSteps(path, source, handler));
}

/** The same, one step for each chunk of bytes, so that a caller can hand on what the handler collected. */
export async function* xmlSteps(
  path: string,
  source: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
): AsyncGenerator<void> {
  const parser = xmlParser(path, handler);
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of source) {
      decoder ??= decoderOf(chunk);
      parser.write(decoder.decode(chunk, { stream: true }));
      yield;
    }
    parser.write(decoder?.decode() ?? '');
  } catch (error) {
    if (error instanceof TypeError) throw unreadable(`${path} is neither UTF-8 nor UTF-16`);
    throw error;
  }
  parser.end();
}

function decoderOf(chunk: Uint8Array): TextDecoder {
  const [first, second] = chunk;
  const encoding =
    (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)
      ? 'utf-16le'
      : (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding, { fatal: true });
}

export function xmlParser(path: string, handler: XmlHandler) {
  const names: string[] = [];
  let rest = '';
  const broken = () => unreadable(`${path} is not well-formed XML`);

  /** The place after a part that ends with `mark`; -1 while it has not come. */
  const endOf = (text: string, mark: string, from: number): number => {
    const at = text.indexOf(mark, from);
    if (at < 0 && text.length - from > partMax) throw unreadable(`${path} has a part that is too long`);
    return at < 0 ? -1 : at + mark.length;
  };

  const startTag = (text: string, at: number): number => {
    const end = tagEnd(text, at + 1);
    if (end < 0) {
      if (text.length - at > partMax) throw unreadable(`${path} has a part that is too long`);
      return -1;
    }
    const isEmpty = text.charCodeAt(end - 1) === slash;
    const inner = text.slice(at + 1, isEmpty ? end - 1 : end);
    const space = inner.search(/\s/);
    const name = localName(space < 0 ? inner : inner.slice(0, space));
    if (name === '') throw broken();
    if (names.length >= depthMax) throw unreadable(`${path} is nested more than ${depthMax} deep`);
    handler.open(name, space < 0 ? '' : inner.slice(space));
    if (isEmpty) handler.close(name);
    else names.push(name);
    return end + 1;
  };

  /** Handles the part that begins with `<` at this place and returns the place after it; -1 while it has not come. */
  const part = (text: string, at: number): number => {
    const next = text.charCodeAt(at + 1);
    if (Number.isNaN(next)) return -1;
    if (next === question) return endOf(text, '?>', at + 2);
    if (next === slash) {
      const end = endOf(text, '>', at + 2);
      if (end < 0) return -1;
      const name = localName(text.slice(at + 2, end - 1).trim());
      if (names.pop() !== name) throw broken();
      handler.close(name);
      return end;
    }
    if (next !== bang) return startTag(text, at);
    const head = text.slice(at, at + 9);
    if (head.startsWith('<!--')) return endOf(text, '-->', at + 4);
    if (head === '<![CDATA[') {
      const end = endOf(text, ']]>', at + 9);
      if (end >= 0) handler.text(text.slice(at + 9, end - 3));
      return end;
    }
    if (head.length < 9 && ('<!--'.startsWith(head) || '<![CDATA['.startsWith(head))) return -1;
    throw new Refusal('F05', `${path} declares a document type.`);
  };

  const write = (chunk: string) => {
    const text = rest + chunk;
    let at = 0;
    for (;;) {
      const tag = text.indexOf('<', at);
      if (tag < 0) break;
      if (tag > at && names.length > 0) handler.text(plainText(path, text.slice(at, tag)));
      const after = part(text, tag);
      if (after < 0) {
        rest = text.slice(tag);
        return;
      }
      at = after;
    }
    // A reference may be cut in two.
    const amp = text.lastIndexOf('&');
    const until = amp >= at && text.indexOf(';', amp) < 0 && text.length - amp < 16 ? amp : text.length;
    if (until > at && names.length > 0) handler.text(plainText(path, text.slice(at, until)));
    rest = text.slice(until);
  };

  const end = () => {
    if (names.length > 0 || rest.trim() !== '') throw unreadable(`${path} is cut off`);
  };
  return { write, end };
}

const slash = 0x2f;
const question = 0x3f;
const bang = 0x21;
const quote = 0x22;
const apostrophe = 0x27;

/** The place of the `>` that ends a tag, outside of quotes; -1 if it has not come. */
function tagEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === 0x3e) return at;
    if (sign !== quote && sign !== apostrophe) continue;
    at = text.indexOf(sign === quote ? '"' : "'", at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text with its references replaced. */
export function plainText(path: string, text: string): string {
  let amp = text.indexOf('&');
  if (amp < 0) return text;
  let result = '';
  let at = 0;
  while (amp >= 0) {
    const end = text.indexOf(';', amp);
    const name = end < 0 || end - amp > 12 ? '' : text.slice(amp + 1, end);
    const value = named[name] ?? character(name);
    if (value === undefined)
      throw new Refusal('F05', `${path} uses an entity that is not known, &${name || '…'};.`);
    result += text.slice(at, amp) + value;
    at = end + 1;
    amp = text.indexOf('&', at);
  }
  return result + text.slice(at);
}

function character(name: string): string | undefined {
  if (!/^#(?:\d+|x[0-9a-fA-F]+)$/.test(name)) return undefined;
  const code = Number(name[1] === 'x' ? `0${name.slice(1)}` : name.slice(1));
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : undefined;
}

/** The attributes of a tag by their local names. */
export function attributesOf(path: string, text: string): Record<string, string> {
  const found: Record<string, string> = {};
  let at = 0;
  for (;;) {
    const equals = text.indexOf('=', at);
    if (equals < 0) return found;
    const name = localName(text.slice(at, equals).trim());
    let open = equals + 1;
    while (open < text.length && text.charCodeAt(open) <= 0x20) open += 1;
    const sign = text[open];
    const close = sign === '"' || sign === "'" ? text.indexOf(sign, open + 1) : -1;
    if (close < 0) throw unreadable(`${path} is not well-formed XML`);
    found[name] = plainText(path, text.slice(open + 1, close));
    at = close + 1;
  }
}
