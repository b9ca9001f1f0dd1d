// Authorizes and parses requests, and names their issuer, items, object and date.

import 'server-only';
import { coversIssuer, type Denial, decide, decideOperation } from '../access/decide.ts';
import type { User } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import { type EndpointId, endpointOf } from '../contract/index.ts';
import { decodeBody, decodeRequest, issuerGiven } from '../contract/wire/index.ts';
import { invalid } from './request.ts';

export type Input = Record<string, unknown>;

function reject(denial: Denial): never {
  throw denial.field
    ? invalid({ [denial.field]: ['This operation needs one issuer.'] })
    : new ApiError(denial.code);
}

/** Throws unless the user's role may use the operation at all. */
export function authorizeOperation(user: User, id: EndpointId): void {
  const decision = decideOperation(user, id);
  if (!decision.allowed) reject(decision);
}

/**
 * Typed input of a request, authorized for this user: issuer first (missing 403, malformed 400, not granted 403
 * for users with granted issuers), then every field, then the complete decision on exactly the values that will
 * be sent.
 */
export function authorizeRequest(
  user: User,
  id: EndpointId,
  given: { query: URLSearchParams; body?: unknown },
): Input {
  const endpoint = endpointOf(id);
  if (endpoint.issuer.by === 'field' && user.issuers !== 'all') {
    const issuer = issuerGiven(endpoint, given);
    if (issuer.state === 'none') throw new ApiError('forbidden');
    if (issuer.state === 'id' && !coversIssuer(user, issuer.customerIssuerId))
      throw new ApiError('forbidden');
  }
  const decoded = decodeRequest(endpoint, given, { mode: 'gateway', author: authorOf(user) });
  if (!decoded.ok) throw invalid(decoded.fields);
  const input = decoded.value as Input;
  const decision = decide(user, id, input);
  if (!decision.allowed) reject(decision);
  return input;
}

/** The same for a read by one of our own pages, whose input is already typed. */
export function authorizeRead(user: User, id: EndpointId, input: Input): Input {
  const endpoint = endpointOf(id);
  authorizeOperation(user, id);
  const schema = endpoint.query ?? endpoint.body;
  const decoded = schema
    ? decodeBody(schema, { ...input }, { mode: 'gateway' }, endpoint)
    : ({ ok: true, value: {} } as const);
  if (!decoded.ok) throw invalid(decoded.fields);
  const decision = decide(user, id, decoded.value as Input);
  if (!decision.allowed) reject(decision);
  return decoded.value as Input;
}

/** The author of a record is always the user of the session. */
function authorOf({ email, name }: User) {
  const words = name.trim().split(/\s+/);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { email, firstName: words.join(' '), lastName: lastName || words.join(' ') };
}

/** The issuer of a parsed request, for audit and runs; null when it names none. */
export function issuerOf(id: EndpointId, input: Input): number | null {
  const rule = endpointOf(id).issuer;
  const value = rule.by === 'field' ? input[rule.field] : null;
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}

const shownItemsMax = 40;

/** The items that a parsed request names, as text; null when it names none. */
export function itemsOf(input: Input): string | null {
  const named = Array.isArray(input.items) ? (input.items as Input[]) : [input];
  const ids = named.flatMap(({ itemId }) =>
    itemId === undefined || itemId === null ? [] : [String(itemId)],
  );
  if (ids.length === 0) return null;
  const rest = ids.length > shownItemsMax ? [`… (${ids.length} items)`] : [];
  return [...ids.slice(0, shownItemsMax), ...rest].join(', ');
}

/** The object a parsed request names, for audit; null when it names none. */
export function objectOf(id: EndpointId, input: Input): string | null {
  const items = itemsOf(input);
  if (items !== null) return items;
  if (typeof input.registerFileId === 'number') return String(input.registerFileId);
  if (typeof input.registerExportId === 'number') return String(input.registerExportId);
  if (typeof input.positionFileId === 'number') return String(input.positionFileId);
  const rule = endpointOf(id).issuer;
  const holder = (input.shareholder ?? input) as Input;
  const value = rule.by === 'object' ? input[rule.field] : holder.customerShareholderId;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

const effectiveNames = ['effectiveDate', 'processDate', 'cutoff', 'Cutoff', 'CutoffDate', 'cutoffDate'];

/** The effective or as-of date of a request, for audit; null when it names none. */
export function effectiveDateOf(id: EndpointId, input: Input): string | null {
  const asOf = endpointOf(id).report?.asOf;
  const names = asOf ? [asOf, ...effectiveNames] : effectiveNames;
  const value = names.map((name) => input[name]).find((one) => typeof one === 'string');
  return typeof value === 'string' ? value : null;
}
