// Re-authentication within a request that changes an account.

import 'server-only';
import type { Pool } from 'pg';
import { isFresh } from '../access/decide.ts';
import { needsSecondFactor } from '../access/roles.ts';
import { ApiError } from '../api/error.ts';
import { env } from '../env.ts';
import { confirmUser } from '../session/confirm.ts';
import { type PasskeyProof, passkeyProofShape } from '../session/second-factor/passkey-shapes.ts';
import { type AccountRequest, confirmed, type Done, typed, type Where } from './handler.ts';

/** What an action does with a request that passed the common checks. */
export type Work = (requested: AccountRequest, where: Where) => Promise<Done>;

/** The body fields of a re-authentication: password and code, or a passkey. */
export const proofs = {
  password: typed.default(''),
  code: typed.default(''),
  passkey: passkeyProofShape.optional(),
};

type Given = { password: string; code: string; passkey?: PasskeyProof };

/** Session cookie value for a user who has re-authenticated. Throws ApiError otherwise. */
export async function prove(
  requested: AccountRequest,
  pool: Pool,
  given: Given,
  passwordField?: string,
): Promise<string> {
  const { standing, deviceToken, note } = requested;
  const { password, code, passkey } = given;
  const confirmation = await confirmUser(pool, standing, { password, code, passkey, deviceToken });
  if (confirmation.outcome === 'wrong' && confirmation.field === 'passkey')
    note({ passkey: confirmation.why });
  if (confirmation.outcome === 'confirmed') note({ by: confirmation.by });
  return confirmed(confirmation, passwordField);
}

/** Throws ApiError `step_up_required` unless the user authenticated within the last ten minutes. */
export function requireFresh({ standing }: AccountRequest): void {
  if (!isFresh(standing.person)) throw new ApiError('step_up_required');
}

/** Throws ApiError `forbidden` where the user's role must keep at least one second factor. */
export function rejectLast({ standing }: AccountRequest): void {
  if (!needsSecondFactor(env().secondFactor, standing.person.role)) return;
  throw new ApiError('forbidden', {
    message: 'Your role requires two-factor authentication. The last method cannot be removed.',
  });
}
