// Reads and writes JSON with exact integers.

import { parseDocument, UnreadableText } from './json-parser.ts';

export type JsonLimits = { depth?: number; values?: number };

/**
 * The result of strict JSON parsing: the value, or an error text with the position, and the field if one of its
 * texts is invalid.
 */
export type JsonResult = { ok: true; value: unknown } | { ok: false; reason: string; field?: string };

/**
 * Parses the JSON of a request strictly. Rejects repeated names, depth above 64, more than 200,000 values, a
 * byte order mark, lone surrogates, NUL in text, numbers out of range and anything after the document. Whole
 * numbers beyond 2^53 become bigint; a `__proto__` name is an ordinary own property.
 */
export function parseJson(text: string, limits: JsonLimits = {}): JsonResult {
  try {
    const value = parseDocument(text, {
      depth: limits.depth ?? 64,
      values: limits.values ?? 200_000,
      strict: true,
      unsafe: 'bigint',
    });
    return { ok: true, value };
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    const field = cause instanceof UnreadableText ? cause.field : '';
    return { ok: false, reason: cause.message, ...(field && { field: field.slice(0, fieldMax) }) };
  }
}

/** A name comes from the caller; a response repeats at most this many characters of it. */
const fieldMax = 64;

/** A whole number beyond 2^53 has at least sixteen digits, so such a run covers every sixteenth character. */
function hasLongDigits(text: string): boolean {
  for (let at = 15; at < text.length; at += 16) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let first = at;
    let last = at;
    while (first > 0 && isDigit(text.charCodeAt(first - 1))) first -= 1;
    while (isDigit(text.charCodeAt(last + 1))) last += 1;
    if (last - first >= 15) return true;
  }
  return false;
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/**
 * Parses the JSON of a response tolerantly; throws SyntaxError when it is invalid. Whole numbers beyond 2^53
 * stay exact: as text of their digits, or as bigint where the value is written again.
 */
export function readJson(text: string, unsafe: 'text' | 'bigint' = 'text'): unknown {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (!hasLongDigits(body)) return JSON.parse(body);
  return parseDocument(body, { depth: 512, values: Number.POSITIVE_INFINITY, strict: false, unsafe });
}

const raw = (JSON as { rawJSON?: (text: string) => unknown }).rawJSON;

function exact(_name: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  if (value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER) return Number(value);
  if (!raw) throw new RangeError('This browser cannot write whole numbers beyond 2^53 exactly.');
  return raw(value.toString());
}

/** Whether the first values are bigints; searched only as deep as our bodies hold them. */
function beginsExact(value: unknown, depth = 3): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  if (depth === 0) return false;
  if (Array.isArray(value)) return beginsExact(value[0], depth - 1);
  for (const name in value) if (beginsExact(value[name as keyof typeof value], depth - 1)) return true;
  return false;
}

/** JSON text with every bigint as its digits. */
export function writeJson(value: unknown): string {
  // A failed attempt costs more than serializing most bodies that hold a bigint.
  if (beginsExact(value)) return JSON.stringify(value, exact);
  try {
    // Three times as fast. Most responses hold no bigint; one that does throws at the first.
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return JSON.stringify(value, exact);
  }
}
