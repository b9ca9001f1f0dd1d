import type { Endpoint } from '../endpoint.ts';

/** What a raw request says about its issuer, before anything else is checked. */
export type IssuerGiven = { state: 'none' } | { state: 'bad' } | { state: 'id'; customerIssuerId: number };

const others = ['systemcontrolissuerid', 'systemshareholderid'];
const digits = /^[1-9]\d{0,15}$/;

function entriesOf(
  given: { query?: URLSearchParams; body?: unknown },
  endpoint: Endpoint,
): [string, unknown][] {
  if (endpoint.query) return [...(given.query ?? [])];
  const { body } = given;
  return body !== null && typeof body === 'object' ? Object.entries(body) : [];
}

/**
 * The issuer a request names, parsed as decodeRequest does: 'none' for absent, null or empty; 'bad' for a wrong
 * type, a repeated name, or a registry's own key beside it; else the ID. For endpoints whose issuer rule is
 * `field`; others give 'none'. Lets the gateway answer 403 to a missing issuer and 400 to a malformed one.
 */
export function issuerGiven(
  endpoint: Endpoint,
  given: { query?: URLSearchParams; body?: unknown },
): IssuerGiven {
  if (endpoint.issuer.by !== 'field') return { state: 'none' };
  const requested = endpoint.issuer.field.toLowerCase();
  const entries = entriesOf(given, endpoint).map(([name, value]) => [name.toLowerCase(), value] as const);
  if (entries.some(([name]) => others.includes(name))) return { state: 'bad' };
  const values = entries.filter(([name]) => name === requested).map(([, value]) => value);
  if (values.length > 1) return { state: 'bad' };
  const value = values[0];
  if (value === undefined || value === null || value === '') return { state: 'none' };
  const id =
    typeof value === 'string' && endpoint.query ? (digits.test(value) ? Number(value) : Number.NaN) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0
    ? { state: 'id', customerIssuerId: id }
    : { state: 'bad' };
}
