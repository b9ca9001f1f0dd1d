import { type EndpointId, endpointOf } from '#lib/contract/index';
import type { Caller } from '../access/clients.ts';

/**
 * True when a request clearly names an issuer outside its caller's grant. Checked before the rest of the
 * request, so that field errors reveal nothing to such a client. Ambiguous or non-numeric values are left to
 * the decoder.
 */
export function namesForeignIssuer(
  id: EndpointId,
  caller: Caller,
  query: URLSearchParams,
  body: unknown,
): boolean {
  const { issuer } = endpointOf(id);
  if (caller.issuers === 'all' || issuer.by !== 'field') return false;
  const isBody = endpointOf(id).body !== undefined;
  const given: [string, unknown][] = isBody ? Object.entries(body ?? {}) : [...query];
  const named = given.filter(([name]) => name.toLowerCase() === issuer.field.toLowerCase());
  const value = named[0]?.[1];
  if (named.length !== 1 || (isBody && typeof value !== 'number' && typeof value !== 'bigint')) return false;
  return /^[1-9]\d{0,15}$/.test(`${value}`) && !caller.issuers.has(BigInt(`${value}`));
}
