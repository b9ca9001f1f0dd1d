// Redacts tax IDs, contact data, secrets and addresses in texts of a response.

import 'server-only';
import { createHmac } from 'node:crypto';
import { holdsMail, isTaxIdName, maskInText } from '#lib/access/mask';
import { maskTaxId } from '#lib/contract/mask-tax-id';

/** How a field is redacted, by its name. */
export type Kind = 'secret' | 'taxId' | 'contact' | 'digest' | 'plain';

const contactKey = /e-?mail|phone|fax|address|postal|zip|contact/i;
const secretKey = /^(download_?(url|link)|access_?codes?|file_?code)$/i;

const digestKey = /^content_?digest$/i;

/** Cached: called for every field of what the interface does not show, but a response has few distinct names. */
const kinds = new Map<string, Kind>();

export function kindOf(name: string): Kind {
  const before = kinds.get(name);
  if (before) return before;
  const contact = contactKey.test(name) ? 'contact' : digestKey.test(name) ? 'digest' : 'plain';
  const kind = secretKey.test(name) ? 'secret' : isTaxIdName(name) ? 'taxId' : contact;
  if (kinds.size < 2000) kinds.set(name, kind);
  return kind;
}

/** A report address in any form, with or without the registry's host. */
const reportPath = '/(downloadreport|generatetransactiondetails)/';

let known: { host: string; addresses: RegExp } | undefined;

/**
 * One pattern for the host, plain or URL-encoded, and for report paths. Cached, because the host never changes.
 */
export function addressesOf(host: string): RegExp {
  if (known?.host === host) return known.addresses;
  const forms = [host, encodeURIComponent(host)].map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  known = { host, addresses: new RegExp(`${forms.join('|')}|${reportPath}`, 'iu') };
  return known.addresses;
}

/** Characters of an e-mail address. */
const mailPattern = /[^\s<>"',;:()]+/g;

export function withoutMail(text: string): string {
  if (!text.includes('@')) return text;
  return text.replace(mailPattern, (word) => (holdsMail(word) ? '…' : word)).replaceAll('@', ' ');
}

/** Nine digits in a field that the interface does not show count as a tax ID. */
const nineDigits = /(?<![\w.,-])\d{9}(?![\w.,-])|(?<![\w-])\d{2}-\d{7}(?![\w-])/g;

/** `isOpen`: in a field that the interface does not show. */
export function maskTaxIds(text: string, isOpen: boolean): string {
  const plain = maskInText(text);
  return isOpen ? plain.replace(nineDigits, maskTaxId) : plain;
}

/** The masked value of a field for tax IDs; adds the digits of each to `found`. */
export function maskField(value: unknown, found: string[]): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((one) => maskField(one, found));
  if (typeof value === 'object') return '*****';
  const digits = String(value).replace(/\D/g, '');
  if (digits.length === 9) found.push(digits);
  return maskTaxId(String(value));
}

/** Keeps the shape, so that pages need no special case: texts become '', objects keep their keys. */
export function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, emptied(inner)]));
  }
  return value === null ? null : '';
}

const longNumber = /\d(?:[-. ]?\d){8}(?!\d)/g;

/** Masks found tax IDs wherever else they appear in the response. Object IDs stay: calls need them. */
export function maskFound(value: unknown, found: ReadonlySet<string>, name = ''): unknown {
  if (typeof value === 'string') {
    if (value.length < 9 || name.endsWith('Id')) return value;
    return value.replace(longNumber, (one) => (found.has(one.replace(/\D/g, '')) ? maskTaxId(one) : one));
  }
  if (typeof value !== 'object' || value === null) return value;
  const inner = value as Record<string, unknown>;
  const isList = Array.isArray(value);
  for (const key in inner) inner[key] = maskFound(inner[key], found, isList ? name : key);
  return value;
}

/**
 * The digest of a content under the dashboard's key. The plain digest, beside the content without its tax IDs, lets a
 * program try the five digits that are missing. Equal contents still have equal digests.
 */
export function keyedDigest(digest: unknown, secret: string | undefined): string | null {
  if (typeof digest !== 'string' || digest === '' || secret === undefined) return null;
  return createHmac('sha256', secret).update(`content digest\n${digest}`).digest('hex');
}
