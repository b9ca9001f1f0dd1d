// Decides whether a user may make a request, by operation, issuer and fields.

import { requestsPersonal } from '../contract/endpoint.ts';
import { type EndpointId, endpointIds, endpointOf } from '../contract/index.ts';
import { operationRules } from './policy.ts';
import { rightsOf, type User } from './roles.ts';

/** The codes are those of the dashboard's error responses. */
export type Denial = {
  allowed: false;
  status: 400 | 403 | 404;
  code: 'invalid' | 'forbidden' | 'step_up_required' | 'not_found';
  field?: string;
};
export type Decision = { allowed: true } | Denial;

const yes: Decision = { allowed: true };
const forbidden: Denial = { allowed: false, status: 403, code: 'forbidden' };

/** How long a password entry counts for writes and for tax IDs in files. */
export const stepUpMinutes = 10;

/** True while the user's last password entry is known and recent enough for sensitive operations. */
export function isFresh(user: User, now = Date.now()): boolean {
  return user.authTime !== null && now - Date.parse(user.authTime) < stepUpMinutes * 60_000;
}

/** Whether the role may use the operation at all, before any input is read. Menus use this as well. */
export function decideOperation(user: User, id: EndpointId): Decision {
  const rights = rightsOf(user);
  const permission = operationRules[endpointOf(id).access][rights.class];
  if (permission === 'no') return forbidden;
  if (permission === 'contact' && !rights.seesContact) return forbidden;
  if (permission === 'request' && !rights.sendsRequests) return forbidden;
  if (permission === 'granted' && !user.seesDocuments) return forbidden;
  if ((permission === 'enter' || permission === 'write') && !rights.writes) return forbidden;
  if (permission === 'write' && !isFresh(user))
    return { allowed: false, status: 403, code: 'step_up_required' };
  return yes;
}

/** Whether the user may access an issuer. */
export function coversIssuer(user: User, issuer: number): boolean {
  return user.issuers === 'all' || user.issuers.includes(issuer);
}

type Input = Readonly<Record<string, unknown>>;

/**
 * The complete decision on a parsed request: operation, issuer scope, null issuer, and fields that only some
 * roles may set. For a call that names only an object, the issuer must still be verified (`proveObject`).
 */
export function decide(user: User, id: EndpointId, input: Input): Decision {
  const operation = decideOperation(user, id);
  if (!operation.allowed) return operation;
  const scope = decideScope(user, id, input);
  return scope.allowed ? decideFields(user, id, input) : scope;
}

function decideScope(user: User, id: EndpointId, input: Input): Decision {
  const rule = endpointOf(id).issuer;
  if (rule.by !== 'field') return yes;
  const issuer = input[rule.field];
  if (typeof issuer === 'number') return coversIssuer(user, issuer) ? yes : forbidden;
  if (user.issuers !== 'all') return forbidden;
  return issuer === null && rule.null === 'all'
    ? yes
    : { allowed: false, status: 400, code: 'invalid', field: rule.field };
}

function decideFields(user: User, id: EndpointId, input: Input): Decision {
  const { privileged, personalFile } = endpointOf(id);
  const rights = rightsOf(user);
  const requests = (names: readonly string[] | undefined) =>
    names?.some((name) => requestsPersonal(input[name])) ?? false;
  if (rights.class === 'downloader' && input.returnJSON === true) return forbidden;
  if (requests(privileged?.contact) && rights.contactInReports !== 'all') return forbidden;
  if (requests(privileged?.address) && rights.contactInReports === 'none') return forbidden;
  if (requests(privileged?.invoice) && rights.class !== 'ta') return forbidden;
  if (requests(personalFile ? [personalFile] : undefined) && !rights.taxIdsInReports) return forbidden;
  if (!requests(privileged?.taxId) && !requests(privileged?.accessCode)) return yes;
  if (!rights.taxIdsInReports) return forbidden;
  return isFresh(user) ? yes : { allowed: false, status: 403, code: 'step_up_required' };
}

/**
 * Whether the user could still request a saved report now, by current role, grants and fields. `owner` is the
 * issuer the report's object belonged to when it was created; users with granted issuers must still have that
 * grant.
 */
export function canStillAccess(user: User, endpoint: string, input: Input, owner: number | null): boolean {
  const id = endpointIds.find((known) => known === endpoint);
  if (id === undefined) return false;
  const decision = decide(user, id, input);
  // A report created after a recent sign-in stays available to its owner when that sign-in is no longer recent.
  if (!decision.allowed && decision.code !== 'step_up_required') return false;
  if (endpointOf(id).issuer.by !== 'object' || user.issuers === 'all') return true;
  return owner !== null && coversIssuer(user, owner);
}

/**
 * Whether a user keeps all earlier rights: the same role class, every right it had, and every issuer. Added
 * rights do not matter.
 */
export function keepsRights(before: User, now: User): boolean {
  const [had, has] = [rightsOf(before), rightsOf(now)];
  const contact = ['none', 'address', 'all'];
  const lost = (
    [
      'seesContact',
      'taxIdsInReports',
      'revealsTaxId',
      'writes',
      'savesScenarios',
      'administers',
      'sendsRequests',
    ] as const
  ).some((right) => had[right] && !has[right]);
  return (
    has.class === had.class &&
    !lost &&
    (!before.seesDocuments || now.seesDocuments) &&
    contact.indexOf(has.contactInReports) >= contact.indexOf(had.contactInReports) &&
    (before.issuers === 'all'
      ? now.issuers === 'all'
      : before.issuers.every((issuer) => coversIssuer(now, issuer)))
  );
}

/** Whether a request needs a reason in the audit trail: it requests full tax IDs or access codes in a file. */
export function needsReason(id: EndpointId, input: Input): boolean {
  const { privileged } = endpointOf(id);
  return [...(privileged?.taxId ?? []), ...(privileged?.accessCode ?? [])].some((name) =>
    requestsPersonal(input[name]),
  );
}

/** What must be removed from an operation's response for this user. */
export function redactionsFor(user: User, id: EndpointId) {
  const rule = endpointOf(id).issuer;
  const rights = rightsOf(user);
  return {
    operation: id,
    contact: !rights.seesContact,
    issuers: user.issuers,
    rowsBy: rule.by === 'rows' ? rule.field : null,
    // A downloader needs issuers only for filters: ID and name.
    keep: rule.by === 'rows' && rights.class === 'downloader' ? ['customerIssuerId', 'name'] : null,
  };
}
