import { type EndpointId, endpointOf } from '../contract/index.ts';
import { operationPolicy } from './policy.ts';
import { type Person, rightsOf } from './roles.ts';

/** Codes are those of the dashboard's error answers. */
export type Refusal = {
  allowed: false;
  status: 400 | 403 | 404;
  code: 'invalid' | 'forbidden' | 'step_up_required' | 'not_found';
  field?: string;
};
export type Decision = { allowed: true } | Refusal;

const yes: Decision = { allowed: true };
const forbidden: Refusal = { allowed: false, status: 403, code: 'forbidden' };

/** How long a password entry counts for writes and tax ids in files (decisions, ruling 8). */
export const stepUpMinutes = 10;

/** True while the person's last password entry is recent enough for sensitive work. */
export function isFresh(person: Person, now = Date.now()): boolean {
  return now - Date.parse(person.authTime) < stepUpMinutes * 60_000;
}

/** Whether the role may use the operation at all, before any input is looked at. Menus ask this as well. */
export function decideOperation(person: Person, id: EndpointId): Decision {
  const rights = rightsOf(person);
  const verdict = operationPolicy[id][rights.class];
  if (verdict === 'no') return forbidden;
  if (verdict === 'contact' && !rights.seesContact) return forbidden;
  if (verdict === 'write' && !rights.writes) return forbidden;
  if (verdict === 'write' && !isFresh(person))
    return { allowed: false, status: 403, code: 'step_up_required' };
  return yes;
}

/** Whether an issuer is one of the person's. */
export function coversIssuer(person: Person, issuer: number): boolean {
  return person.issuers === 'all' || person.issuers.includes(issuer);
}

type Input = Readonly<Record<string, unknown>>;

/**
 * The whole decision on a parsed request: operation, issuer scope, null issuer, and fields only some roles may set
 * (decisions, rulings 2, 4, 9). A call that names only an object still has to be proved (`proveObject`).
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
 * Whether somebody could ask for a kept report again now: role, grants and fields of this moment (ruling 19). `owner` is
 * the issuer its object was shown to belong to when it was made; people bound to issuers need that very grant still.
 */
export function mayStillHave(person: Person, endpoint: string, input: Input, owner: number | null): boolean {
  if (!Object.hasOwn(operationPolicy, endpoint)) return false;
  const id = endpoint as EndpointId;
  const decision = decide(person, id, input);
  // A report made after a fresh sign-in stays the owner's when that sign-in has aged.
  if (!decision.allowed && decision.code !== 'step_up_required') return false;
  if (endpointOf(id).issuer.by !== 'object' || person.issuers === 'all') return true;
  return owner !== null && coversIssuer(person, owner);
}

/**
 * Whether somebody may still do all that they could before: the same class of role with every right it had, and every
 * issuer. What was added does not matter.
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

/** Whether a request needs a reason in the audit trail: it asks for full tax ids or access codes in a file. */
export function needsReason(id: EndpointId, input: Input): boolean {
  const { privileged } = endpointOf(id);
  return [...(privileged?.taxId ?? []), ...(privileged?.accessCode ?? [])].some(
    (name) => input[name] === true,
  );
}

/** What has to be taken out of an operation's answer for this person. */
export function redactionsFor(person: Person, id: EndpointId) {
  const rule = endpointOf(id).issuer;
  const rights = rightsOf(person);
  return {
    operation: id,
    contact: !rights.seesContact,
    issuers: person.issuers,
    rowsBy: rule.by === 'rows' ? rule.field : null,
    // A downloader reads issuers to fill filters, by id and name only (ruling 9).
    keep: rule.by === 'rows' && rights.class === 'downloader' ? ['customerIssuerId', 'name'] : null,
  };
}
