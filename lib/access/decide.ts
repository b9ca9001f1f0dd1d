import { type EndpointId, endpointIds, endpointOf } from '../contract/index.ts';
import { operationRules } from './policy.ts';
import { type Person, rightsOf } from './roles.ts';

/** The codes are those of the dashboard's error responses. */
export type Refusal = {
  allowed: false;
  status: 400 | 403 | 404;
  code: 'invalid' | 'forbidden' | 'step_up_required' | 'not_found';
  field?: string;
};
export type Decision = { allowed: true } | Refusal;

const yes: Decision = { allowed: true };
const forbidden: Refusal = { allowed: false, status: 403, code: 'forbidden' };

/** How long a password entry counts for writes and for tax IDs in files. */
export const stepUpMinutes = 10;

/** True while the user's last password entry is known and recent enough for sensitive operations. */
export function isFresh(person: Person, now = Date.now()): boolean {
  return person.authTime !== null && now - Date.parse(person.authTime) < stepUpMinutes * 60_000;
}

/** Whether the role may use the operation at all, before any input is read. Menus use this as well. */
export function decideOperation(person: Person, id: EndpointId): Decision {
  const rights = rightsOf(person);
  const verdict = operationRules[endpointOf(id).access][rights.class];
  if (verdict === 'no') return forbidden;
  if (verdict === 'contact' && !rights.seesContact) return forbidden;
  if (verdict === 'write' && !rights.writes) return forbidden;
  if (verdict === 'write' && !isFresh(person))
    return { allowed: false, status: 403, code: 'step_up_required' };
  return yes;
}

/** Whether the user may access an issuer. */
export function coversIssuer(person: Person, issuer: number): boolean {
  return person.issuers === 'all' || person.issuers.includes(issuer);
}

type Input = Readonly<Record<string, unknown>>;

/**
 * The complete decision on a parsed request: operation, issuer scope, null issuer, and fields that only some
 * roles may set. For a call that names only an object, the issuer must still be verified (`proveObject`).
 */
export function decide(person: Person, id: EndpointId, input: Input): Decision {
  const operation = decideOperation(person, id);
  if (!operation.allowed) return operation;
  const scope = decideScope(person, id, input);
  return scope.allowed ? decideFields(person, id, input) : scope;
}

function decideScope(person: Person, id: EndpointId, input: Input): Decision {
  const rule = endpointOf(id).issuer;
  if (rule.by !== 'field') return yes;
  const issuer = input[rule.field];
  if (typeof issuer === 'number') return coversIssuer(person, issuer) ? yes : forbidden;
  if (person.issuers !== 'all') return forbidden;
  return issuer === null && rule.null === 'all'
    ? yes
    : { allowed: false, status: 400, code: 'invalid', field: rule.field };
}

function decideFields(person: Person, id: EndpointId, input: Input): Decision {
  const { privileged } = endpointOf(id);
  const rights = rightsOf(person);
  const asks = (names: readonly string[] | undefined) => names?.some((name) => input[name] === true) ?? false;
  if (rights.class === 'downloader' && input.returnJSON === true) return forbidden;
  if (asks(privileged?.contact) && rights.contactInReports !== 'all') return forbidden;
  if (asks(privileged?.address) && rights.contactInReports === 'none') return forbidden;
  if (asks(privileged?.invoice) && rights.class !== 'ta') return forbidden;
  if (!asks(privileged?.taxId) && !asks(privileged?.accessCode)) return yes;
  if (!rights.taxIdsInReports) return forbidden;
  return isFresh(person) ? yes : { allowed: false, status: 403, code: 'step_up_required' };
}

/**
 * Whether the user could still request a saved report now, by current role, grants and fields. `owner` is the
 * issuer the report's object belonged to when it was created; users with granted issuers must still have that
 * grant.
 */
export function canStillAccess(
  person: Person,
  endpoint: string,
  input: Input,
  owner: number | null,
): boolean {
  const id = endpointIds.find((known) => known === endpoint);
  if (id === undefined) return false;
  const decision = decide(person, id, input);
  // A report created after a recent sign-in stays available to its owner when that sign-in is no longer recent.
  if (!decision.allowed && decision.code !== 'step_up_required') return false;
  if (endpointOf(id).issuer.by !== 'object' || person.issuers === 'all') return true;
  return owner !== null && coversIssuer(person, owner);
}

/**
 * Whether a user keeps all earlier rights: the same role class, every right it had, and every issuer. Added
 * rights do not matter.
 */
export function keepsRights(before: Person, now: Person): boolean {
  const [had, has] = [rightsOf(before), rightsOf(now)];
  const contact = ['none', 'address', 'all'];
  const lost = (['seesContact', 'taxIdsInReports', 'revealsTaxId', 'writes', 'administers'] as const).some(
    (right) => had[right] && !has[right],
  );
  return (
    has.class === had.class &&
    !lost &&
    contact.indexOf(has.contactInReports) >= contact.indexOf(had.contactInReports) &&
    (before.issuers === 'all'
      ? now.issuers === 'all'
      : before.issuers.every((issuer) => coversIssuer(now, issuer)))
  );
}

/** Whether a request needs a reason in the audit trail: it requests full tax IDs or access codes in a file. */
export function needsReason(id: EndpointId, input: Input): boolean {
  const { privileged } = endpointOf(id);
  return [...(privileged?.taxId ?? []), ...(privileged?.accessCode ?? [])].some(
    (name) => input[name] === true,
  );
}

/** What must be removed from an operation's response for this user. */
export function redactionsFor(person: Person, id: EndpointId) {
  const rule = endpointOf(id).issuer;
  const rights = rightsOf(person);
  return {
    operation: id,
    contact: !rights.seesContact,
    issuers: person.issuers,
    rowsBy: rule.by === 'rows' ? rule.field : null,
    // A downloader needs issuers only for filters: ID and name.
    keep: rule.by === 'rows' && rights.class === 'downloader' ? ['customerIssuerId', 'name'] : null,
  };
}
