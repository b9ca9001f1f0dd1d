import 'server-only';
import { holdsMail, isTaxIdName, maskInText, maskTaxId } from '../access/mask.ts';
import { ApiError } from '../api/error.ts';
import type { EndpointId } from '../contract/index.ts';
import { type Known, knownFields } from './known-fields.ts';

/** What is removed from a response before a user gets it. */
export type Redactions = {
  /** The operation of the response: only fields of its contract are passed on. */
  operation: EndpointId;
  /** Postal addresses, e-mail, phones: emptied. */
  contact: boolean;
  /** Drops rows of other issuers; `all` keeps every row. Applies to top-level arrays with an issuer per row. */
  issuers: 'all' | readonly number[];
  /** Row field that names the issuer, when rows must be filtered. */
  rowsBy: string | null;
  /** The only fields of a row that are kept, or null for all. */
  keep: readonly string[] | null;
};

const contactKey = /e-?mail|phone|fax|address|postal|zip|contact/i;
const secretKey = /^(download_?(url|link)|access_?codes?|file_?code)$/i;
/** Characters of an e-mail address. */
const mailWords = /[^\s<>"',;:()]+/g;
/** A report address in any form, with or without the registry's host. */
const reportPath = '/(downloadreport|generatetransactiondetails)/';
/** No response of the interface is deeper than this; a deeper one would overflow the stack. */
const depthMax = 64;

type Work = {
  contact: boolean;
  /** Texts that contain the registry's address or that of a report. */
  addresses: RegExp;
  /** Digits of the tax IDs found so far. */
  met: Set<string>;
};

/**
 * Redacts a parsed response in place and returns it: drops fields outside the contract, masks tax IDs for every
 * role, empties contact data when requested, removes report addresses and codes, drops rows of other issuers,
 * and empties every text with the registry's own address. Where the interface does not show the fields, names
 * and formats decide. A tax ID is masked in other texts of the response as well. Throws `upstream_unreadable`
 * for anything but an object or list, and for rows that cannot be told apart.
 */
export function redact(value: unknown, rules: Redactions, upstreamHost: string): unknown {
  let rows = value;
  const { rowsBy, issuers, keep } = rules;
  if (typeof rows !== 'object' || rows === null) throw new ApiError('upstream_unreadable');
  if (rowsBy !== null && issuers !== 'all') {
    // Rows in an unexpected wrapper cannot be filtered by owner: reject them instead of passing all.
    if (!Array.isArray(rows)) throw new ApiError('upstream_unreadable');
    const granted = new Set(issuers);
    rows = rows.filter((row) => granted.has((row as Record<string, unknown> | null)?.[rowsBy] as number));
  }
  if (Array.isArray(rows) && keep) {
    rows = rows.map((row) =>
      Object.fromEntries(keep.map((name) => [name, (row as Record<string, unknown>)[name]])),
    );
  }
  const work: Work = { contact: rules.contact, addresses: addressesOf(upstreamHost), met: new Set() };
  const clean = scrub(rows, knownFields(rules.operation), work, depthMax);
  return work.met.size > 0 ? scrubMet(clean, work.met, '') : clean;
}

let known: { host: string; addresses: RegExp } | undefined;

/**
 * One pattern for the host, plain or URL-encoded, and for report paths. Cached, because the host never changes.
 */
function addressesOf(host: string): RegExp {
  if (known?.host === host) return known.addresses;
  const forms = [host, encodeURIComponent(host)].map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  known = { host, addresses: new RegExp(`${forms.join('|')}|${reportPath}`, 'iu') };
  return known.addresses;
}

type Kind = 'secret' | 'taxId' | 'contact' | 'plain';

/** Cached: called for every field of every row, but a response has few distinct names. */
const kinds = new Map<string, Kind>();

function kindOf(name: string): Kind {
  const before = kinds.get(name);
  if (before) return before;
  const contact = contactKey.test(name) ? 'contact' : 'plain';
  const kind = secretKey.test(name) ? 'secret' : isTaxIdName(name) ? 'taxId' : contact;
  if (kinds.size < 2000) kinds.set(name, kind);
  return kind;
}

function scrub(value: unknown, known: Known, work: Work, depth: number): unknown {
  if (typeof value === 'string') return scrubText(value, known, work);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) throw new ApiError('upstream_unreadable');
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) value[at] = scrub(value[at], known, work, depth - 1);
    return value;
  }
  const fields = value as Record<string, unknown>;
  for (const name of Object.keys(fields)) {
    const field = fields[name];
    const inner = known === 'open' ? 'open' : known === 'leaf' ? undefined : known.fields.get(name);
    const kind = kindOf(name);
    if (inner === undefined || kind === 'secret') delete fields[name];
    else if (kind === 'taxId') fields[name] = masked(field, work.met);
    else if (work.contact && kind === 'contact') fields[name] = emptied(field);
    else {
      const clean = scrub(field, inner, work, depth - 1);
      if (clean !== field) fields[name] = clean;
    }
  }
  return fields;
}

/** Nine digits in an unknown field count as a tax ID. */
const nineDigits = /(?<![\w.,-])\d{9}(?![\w.,-])|(?<![\w-])\d{2}-\d{7}(?![\w-])/g;

function withoutMail(text: string): string {
  if (!text.includes('@')) return text;
  return text.replace(mailWords, (word) => (holdsMail(word) ? '…' : word)).replaceAll('@', ' ');
}

function scrubText(text: string, known: Known, work: Work): string {
  const bare = work.contact ? withoutMail(text) : text;
  if (bare.length < 9) return bare;
  if (work.addresses.test(bare)) return '';
  const plain = maskInText(bare);
  return known === 'open' ? plain.replace(nineDigits, maskTaxId) : plain;
}

function masked(value: unknown, met: Set<string>): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((one) => masked(one, met));
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return '*****';
  const digits = String(value).replace(/\D/g, '');
  if (digits.length === 9) met.add(digits);
  return maskTaxId(String(value));
}

const longNumber = /\d(?:[-. ]?\d){8}(?!\d)/g;

/** Masks the found tax IDs wherever else they appear in the response. Object IDs stay: calls need them. */
function scrubMet(value: unknown, met: ReadonlySet<string>, name: string): unknown {
  if (typeof value === 'string') {
    if (value.length < 9 || name.endsWith('Id')) return value;
    return value.replace(longNumber, (found) =>
      met.has(found.replace(/\D/g, '')) ? maskTaxId(found) : found,
    );
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) value[at] = scrubMet(value[at], met, name);
    return value;
  }
  const fields = value as Record<string, unknown>;
  for (const [key, field] of Object.entries(fields)) fields[key] = scrubMet(field, met, key);
  return fields;
}

/** Keeps the shape, so that pages need no special case: texts become '', objects keep their keys. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, emptied(inner)]));
  }
  return value === null ? null : '';
}
