// Parses JSON with exact integers, and rejects what requests must not contain.

/** How a document is parsed; `strict` adds the checks for requests. */
export type ParserRules = { depth: number; values: number; strict: boolean; unsafe: 'text' | 'bigint' };

/**
 * A text contains NUL or a lone surrogate. `field` is its path, such as `certificates[0].name`, or '' for a
 * name in the outermost object.
 */
export class UnreadableText extends SyntaxError {
  readonly field: string;
  constructor(message: string, field: string) {
    super(message);
    this.field = field;
  }
}

const numberToken = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const words: Record<string, readonly [string, unknown]> = {
  t: ['true', true],
  f: ['false', false],
  n: ['null', null],
};

/** Parses one JSON document (RFC 8259), whole numbers exact. Throws SyntaxError with the position. */
export function parseDocument(text: string, rules: ParserRules): unknown {
  let at = 0;
  let seen = 0;
  const path: (string | number)[] = [];

  const fail = (what: string): never => {
    throw new SyntaxError(`${what} at character ${at + 1}`);
  };

  const failText = (): never => {
    const field = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
    const what = `Character not allowed in text at character ${at + 1}`;
    throw new UnreadableText(what, field.replace(/^\./, ''));
  };

  const space = (): void => {
    for (;;) {
      const code = text.charCodeAt(at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      at += 1;
    }
  };

  const string = (): string => {
    const start = at;
    let escaped = false;
    for (at += 1; ; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 0x22) break;
      if (code === 0x5c) {
        escaped = true;
        at += 1;
      } else if (Number.isNaN(code)) fail('Unfinished text');
      else if (code < 0x20) fail('Control character in text');
    }
    at += 1;
    const value = escaped ? unescaped(text.slice(start, at)) : text.slice(start + 1, at - 1);
    if (rules.strict && (value.includes('\0') || !value.isWellFormed())) failText();
    return value;
  };

  const unescaped = (token: string): string => {
    try {
      return JSON.parse(token) as string;
    } catch {
      return fail('Unknown escape in text');
    }
  };

  const number = (): unknown => {
    numberToken.lastIndex = at;
    const token = numberToken.exec(text);
    if (!token) return fail('Unexpected character');
    at += token[0].length;
    const value = Number(token[0]);
    if (!Number.isFinite(value) && rules.strict) fail('Number out of range');
    if (token[1] !== undefined || token[2] !== undefined || Number.isSafeInteger(value)) return value;
    // BigInt parsing takes quadratic time; no real count has a hundred digits.
    if (token[0].length > 100) return rules.strict ? fail('Number out of range') : token[0];
    return rules.unsafe === 'bigint' ? BigInt(token[0]) : token[0];
  };

  const object = (depth: number): unknown => {
    const members = new Map<string, unknown>();
    at += 1;
    space();
    if (text[at] === '}') {
      at += 1;
      return {};
    }
    for (;;) {
      if (text[at] !== '"') fail('Name expected');
      const name = string();
      if (rules.strict && members.has(name)) fail('Repeated name');
      space();
      if (text[at] !== ':') fail('Colon expected');
      at += 1;
      path.push(name);
      members.set(name, value(depth));
      path.pop();
      space();
      const next = text[at];
      if (next === '}') break;
      if (next !== ',') fail('Comma or closing brace expected');
      at += 1;
      space();
    }
    at += 1;
    // Defines own properties, so that a `__proto__` name never calls the setter.
    return Object.fromEntries(members);
  };

  const array = (depth: number): unknown => {
    const items: unknown[] = [];
    at += 1;
    space();
    if (text[at] === ']') {
      at += 1;
      return items;
    }
    for (;;) {
      path.push(items.length);
      items.push(value(depth));
      path.pop();
      space();
      const next = text[at];
      if (next === ']') break;
      if (next !== ',') fail('Comma or closing bracket expected');
      at += 1;
    }
    at += 1;
    return items;
  };

  const value = (depth: number): unknown => {
    seen += 1;
    if (seen > rules.values) fail('Too many values');
    space();
    const first = text[at];
    if (first === '{' || first === '[') {
      if (depth >= rules.depth) fail('Nested too deeply');
      return first === '{' ? object(depth + 1) : array(depth + 1);
    }
    if (first === '"') return string();
    const word = first === undefined ? undefined : words[first];
    if (!word) return number();
    if (!text.startsWith(word[0], at)) fail('Unexpected character');
    at += word[0].length;
    return word[1];
  };

  const document = value(0);
  space();
  if (at < text.length) fail('Unexpected text after the document');
  return document;
}
