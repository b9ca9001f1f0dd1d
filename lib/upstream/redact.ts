import 'server-only';
import { ApiError } from '../api/error.ts';

/** What is taken out of an answer before it goes to a person. */
export type Redactions = {
  /** Postal addresses, e-mail, phones: emptied. */
  contact: boolean;
  /** Rows of other issuers are dropped; `all` keeps every row. Applies to top-level arrays whose rows name an issuer. */
  issuers: 'all' | readonly number[];
  /** Row field that names the issuer when rows are to be filtered. */
  rowsBy: string | null;
  /** The only fields of a row that are kept, or null for all. */
  keep: readonly string[] | null;
};

/** Names are compared without case and signs; the word for the kind of a tax id is none itself. */
const taxIdKey =
  /tax(payer)?s?(id|no$|nr$|num|ref)|socialsecurity|socialinsurance|nationalid|^ssn|ssns?$|^(primary|secondary|federal)?(f?ein|sin|i?tin)s?(no|nr|number|value)?$/;
const taxIdKind = /(type|kind|country|status|required)$/;
const contactKey = /e-?mail|phone|fax|address|postal|zip|contact/i;
const secretKey = /^(download_?(url|link)|access_?codes?|file_?code)$/i;
/** A social security number written out in free text. */
const writtenOut = /(?<![\d-])\d{3}-\d{2}-(\d{4})(?![\d-])/g;
/** A report address in any form, the registry's host in it or not. */
const reportPath = /\/(downloadreport|generatetransactiondetails)\//i;
/** No answer of the interface is deeper than this; a deeper one would break the stack. */
const depthMax = 64;

/** `*****6789`: the last four of a tax id, or none of a short one. */
export function maskTaxId(value: string): string {
  const bare = value.replace(/[^A-Za-z0-9]/g, '');
  if (bare === '') return '';
  return bare.length > 5 ? `*****${bare.slice(-4)}` : '*****';
}

/**
 * Redacts a parsed answer in place and returns it: tax ids masked for everybody (decisions, ruling 29), contact data
 * emptied when asked, report addresses and codes removed, foreign rows dropped, and every text that names the
 * registry's own address emptied. Goes by field names at any depth, so a field nobody knew yet is caught as well.
 * Throws `upstream_unreadable` for what is neither object nor list, and for rows that cannot be told apart.
 */
export function redact(value: unknown, rules: Redactions, upstreamHost: string): unknown {
  let rows = value;
  const { rowsBy, issuers, keep } = rules;
  if (typeof rows !== 'object' || rows === null) throw new ApiError('upstream_unreadable');
  if (rowsBy !== null && issuers !== 'all') {
    // Rows wrapped in something else cannot be sorted by owner: nothing is given rather than everybody's.
    if (!Array.isArray(rows)) throw new ApiError('upstream_unreadable');
    const granted = new Set(issuers);
    rows = rows.filter((row) => granted.has((row as Record<string, unknown> | null)?.[rowsBy] as number));
  }
  if (Array.isArray(rows) && keep) {
    rows = rows.map((row) =>
      Object.fromEntries(keep.map((name) => [name, (row as Record<string, unknown>)[name]])),
    );
  }
  const host = upstreamHost.toLowerCase();
  return scrub(rows, rules.contact, [host, encodeURIComponent(host).toLowerCase()], depthMax);
}

function scrub(value: unknown, contact: boolean, hosts: readonly string[], depth: number): unknown {
  if (typeof value === 'string') return scrubText(value, hosts);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) throw new ApiError('upstream_unreadable');
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) value[at] = scrub(value[at], contact, hosts, depth - 1);
    return value;
  }
  const fields = value as Record<string, unknown>;
  for (const name of Object.keys(fields)) {
    const field = fields[name];
    if (secretKey.test(name)) delete fields[name];
    else if (isTaxId(name)) fields[name] = masked(field);
    else if (contact && contactKey.test(name)) fields[name] = emptied(field);
    else fields[name] = scrub(field, contact, hosts, depth - 1);
  }
  return fields;
}

/** Asked for every field of every row; the names of an answer are few. */
const known = new Map<string, boolean>();

function isTaxId(name: string): boolean {
  const answer = known.get(name);
  if (answer !== undefined) return answer;
  const bare = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const found = taxIdKey.test(bare) && !taxIdKind.test(bare);
  if (known.size < 2000) known.set(name, found);
  return found;
}

function scrubText(text: string, hosts: readonly string[]): string {
  if (text.length < 9) return text;
  const lower = text.toLowerCase();
  if (hosts.some((host) => lower.includes(host)) || reportPath.test(text)) return '';
  return text.replace(writtenOut, '*****$1');
}

function masked(value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return maskTaxId(value);
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value === 'number' || typeof value === 'bigint') return maskTaxId(String(value));
  return '*****';
}

/** Keeps the shape, so that screens need no second case: texts become '', objects keep their keys. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, emptied(inner)]));
  }
  return value === null ? null : '';
}
