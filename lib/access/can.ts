import type { EndpointId } from '../contract/index.ts';
import { coversIssuer, decideOperation } from './decide.ts';
import { type Person, rightsOf } from './roles.ts';

/** Whether to show an operation to a person at all; with an issuer, also whether it is one of theirs. */
export function can(person: Person, id: EndpointId, issuer?: number): boolean {
  const decision = decideOperation(person, id);
  // Asking for the password again is the next step, not a refusal.
  const open = decision.allowed || decision.code === 'step_up_required';
  return open && (issuer === undefined || coversIssuer(person, issuer));
}

/** Whether a person may tick a request field of an operation, such as `showTaxId`. */
export function canAsk(
  person: Person,
  privilege: 'taxId' | 'accessCode' | 'contact' | 'address' | 'invoice',
): boolean {
  const rights = rightsOf(person);
  if (privilege === 'contact') return rights.contactInReports === 'all';
  if (privilege === 'address') return rights.contactInReports !== 'none';
  if (privilege === 'invoice') return rights.class === 'ta';
  return rights.taxIdsInReports;
}
