import 'server-only';
import { ApiError } from '../api/error.ts';
import { readJson } from '../contract/wire/index.ts';

/** As in redact.ts: no response of the interface is deeper, and a deeper one would overflow the stack. */
const depthMax = 64;
const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];

/**
 * Parses the registry's JSON. Throws `upstream_unreadable` for invalid JSON and for an object with a repeated
 * name, because parsers differ on which value they take. Whole numbers beyond 2^53 as in `readJson`.
 */
export function readAnswer(text: string, unsafe: 'text' | 'bigint' = 'text'): unknown {
  let value: unknown;
  try {
    value = readJson(text, unsafe);
  } catch {
    throw new ApiError('upstream_unreadable');
  }
  // A repeated name is in the text twice and in the value once. Most texts have no colons except those after
  // names.
  const fields = fieldsOf(value, depthMax);
  if (colonsIn(text) !== fields && namesIn(text) !== fields) throw new ApiError('upstream_unreadable');
  return value;
}

/** At least the number of names in a valid document. */
function colonsIn(text: string): number {
  let colons = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) colons += 1;
  return colons;
}

/** The number of names in a valid document: its colons outside of strings. */
function namesIn(text: string): number {
  let names = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) inText = !inText;
    else if (inText && code === backslash) at += 1;
    else if (!inText && code === colon) names += 1;
  }
  return names;
}

function fieldsOf(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === 0) throw new ApiError('upstream_unreadable');
  let fields = 0;
  if (Array.isArray(value)) {
    for (const item of value) fields += fieldsOf(item, depth - 1);
    return fields;
  }
  const row = value as Record<string, unknown>;
  // Three times as fast as Object.values; parsed JSON has only own properties.
  for (const name in row) fields += 1 + fieldsOf(row[name], depth - 1);
  return fields;
}

/**
 * An ID as it is compared and sent on: digits in a text become a number if it holds them exactly. Anything else
 * stays as received.
 */
export function idOf(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*\d{1,17}\s*$/.test(value)) return value;
  const id = Number(value);
  return Number.isSafeInteger(id) ? id : value;
}
