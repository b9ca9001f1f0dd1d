import type { EndpointId } from '../contract/index.ts';
import { coversIssuer, decideOperation } from './decide.ts';
import { rightsOf, type User } from './roles.ts';

/** Whether to show an operation to a user; with an issuer, also whether the user may see that issuer. */
export function can(user: User, id: EndpointId, issuer?: number): boolean {
  const decision = decideOperation(user, id);
  // `step_up_required` counts as allowed: the user is asked for the password as the next step.
  const open = decision.allowed || decision.code === 'step_up_required';
  return open && (issuer === undefined || coversIssuer(user, issuer));
}

/** Whether a user sees the scenarios of an issuer: they show its cap table. */
export const canSeeScenarios = (user: User, issuer: number): boolean =>
  can(user, 'GetShareholderCapTable', issuer);

/** Whether a user may save and delete scenarios of an issuer. */
export const canSaveScenarios = (user: User, issuer: number): boolean =>
  canSeeScenarios(user, issuer) && rightsOf(user).savesScenarios;

/** Whether a user may set a request field of an operation, such as `showTaxId`. */
export function canRequest(
  user: User,
  privilege: 'taxId' | 'accessCode' | 'contact' | 'address' | 'invoice',
): boolean {
  const rights = rightsOf(user);
  if (privilege === 'contact') return rights.contactInReports === 'all';
  if (privilege === 'address') return rights.contactInReports !== 'none';
  if (privilege === 'invoice') return rights.class === 'ta';
  return rights.taxIdsInReports;
}
