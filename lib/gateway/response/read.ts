// Parses a response of the registry and removes what the user may not see.

import 'server-only';
import { ApiError } from '#lib/api/error';
import type { EndpointId } from '#lib/contract/index';
import { readJson } from '#lib/contract/wire/index';
import { logSchemaDrift } from './log.ts';
import { type Redactions, type Rules, walkResponse } from './walk.ts';

/** How whole numbers beyond 2^53 are read; either keeps every digit. */
export type Integers = 'text' | 'bigint';

/**
 * Parses a response of the registry and walks it by the rules; without rules, for the server's own use. A response
 * for a user is compared with the contract from time to time. Throws `upstream_unreadable` as `walkResponse`, for
 * invalid JSON, and for an object with a repeated name, because parsers differ on which value they take.
 */
export function readResponse(text: string, integers: Integers = 'text', rules?: Rules): unknown {
  let parsed: unknown;
  try {
    parsed = readJson(text, integers);
  } catch {
    throw new ApiError('upstream_unreadable');
  }
  if (rules?.redact) logSchemaDrift(rules.operation, parsed);
  const { value, names } = walkResponse(parsed, rules);
  // A repeated name is in the text twice and in the value once. Most texts have no colons except those after names.
  if (colonsIn(text) !== names && namesIn(text) !== names) throw new ApiError('upstream_unreadable');
  return value;
}

/** Drops rows that name another issuer, in place; logs it. Throws `upstream_unreadable`. */
export function dropOtherIssuers(operation: EndpointId, issuer: number | null, value: unknown): void {
  walkResponse(value, { operation, issuer });
}

/** Redacts a parsed response in place and returns it. Throws `upstream_unreadable`. */
export function redact(value: unknown, redactions: Redactions, host: string): unknown {
  return walkResponse(value, { operation: redactions.operation, redact: { ...redactions, host } }).value;
}

/** At least the number of names in a valid document. */
function colonsIn(text: string): number {
  let colons = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) colons += 1;
  return colons;
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];

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
