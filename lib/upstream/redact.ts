import 'server-only';

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

const taxIdKey = /tax_?(payer)?_?(id|number)(entification)?(number)?$|^(ssn|ein|sin|tin)$/i;
const contactKey = /e-?mail|phone|fax|address|postal|zip|contact/i;
const secretKey = /^(download_?url|access_?code|file_?code)$/i;

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
 */
export function redact(value: unknown, rules: Redactions, upstreamHost: string): unknown {
  let rows = value;
  const { rowsBy, issuers, keep } = rules;
  if (Array.isArray(rows) && rowsBy !== null && issuers !== 'all') {
    const granted = new Set(issuers);
    rows = rows.filter((row) => granted.has((row as Record<string, unknown> | null)?.[rowsBy] as number));
  }
  if (Array.isArray(rows) && keep) {
    rows = rows.map((row) =>
      Object.fromEntries(keep.map((name) => [name, (row as Record<string, unknown>)[name]])),
    );
  }
  return scrub(rows, rules.contact, upstreamHost);
}

function scrub(value: unknown, contact: boolean, host: string): unknown {
  if (typeof value === 'string') return value.includes(host) ? '' : value;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) value[at] = scrub(value[at], contact, host);
    return value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  for (const name of Object.keys(fields)) {
    const field = fields[name];
    if (secretKey.test(name)) delete fields[name];
    else if (taxIdKey.test(name)) fields[name] = field === null ? null : masked(field);
    else if (contact && contactKey.test(name)) fields[name] = emptied(field);
    else fields[name] = scrub(field, contact, host);
  }
  return fields;
}

function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskTaxId(value);
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
