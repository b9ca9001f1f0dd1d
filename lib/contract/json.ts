import { parseDocument } from './json-parser.ts';

export type JsonLimits = { depth?: number; values?: number };

/** What reading strict JSON gives: the value, or one sentence about what is wrong and where. */
export type JsonResult = { ok: true; value: unknown } | { ok: false; reason: string };

/**
 * Strict JSON of a request (assurance B-010 to B-018). Refuses repeated names, depth above 64, more than 200,000
 * values, a byte order mark, lone surrogates, NUL in text, numbers out of range and anything after the document.
 * Whole numbers beyond 2^53 come as bigint; a `__proto__` name is an ordinary own property.
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
    if (cause instanceof SyntaxError) return { ok: false, reason: cause.message };
    throw cause;
  }
}

const longDigits = /\d{16}/;

/**
 * JSON of an answer, read tolerantly; throws SyntaxError when it is none. Whole numbers beyond 2^53 stay exact: as
 * their digits in text, or as bigint where the value is to be written again (domain §11).
 */
export function readJson(text: string, unsafe: 'text' | 'bigint' = 'text'): unknown {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (!longDigits.test(body)) return JSON.parse(body);
  return parseDocument(body, { depth: 512, values: Number.POSITIVE_INFINITY, strict: false, unsafe });
}

const raw = (JSON as { rawJSON?: (text: string) => unknown }).rawJSON;

function exact(_name: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  if (value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER) return Number(value);
  if (!raw) throw new RangeError('This browser cannot write whole numbers beyond 2^53 exactly.');
  return raw(value.toString());
}

/** JSON text with every bigint as its digits. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, exact);
}
