import { type EndpointId, endpointOf } from '#lib/contract/index';
import type { Caller } from '../access/clients.ts';

/**
 * Whether a request plainly names an issuer outside its caller's grant. Asked before the rest of the request is
 * looked at, so that a client learns nothing about fields it may not send. What is ambiguous or no number is
 * left to the decoder.
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
