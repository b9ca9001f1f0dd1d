import 'server-only';
import { ApiError, isApiError } from '../api/error.ts';
import { knownIssuers } from '../gateway/known-issuers.ts';
import type { Where } from './handler.ts';

/**
 * Looks up issuers to be granted in the registry's list: a grant of an unused number would apply to whatever
 * issuer gets it later. Throws ApiError `invalid` naming those it does not have. Returns those that could not
 * be looked up because the registry did not respond; these are reported and audited, but do not block the
 * grant.
 */
export async function lookUpIssuers(
  context: Where['context'],
  issuers: readonly number[],
): Promise<number[]> {
  if (issuers.length === 0) return [];
  const known = await knownIssuers(context.upstream).catch((error) => {
    if (isApiError(error) && error.code.startsWith('upstream_')) return null;
    throw error;
  });
  if (!known) return [...issuers];
  const absent = issuers.filter((issuer) => !known.has(issuer));
  if (absent.length === 0) return [];
  const text =
    absent.length === 1
      ? `The registry has no issuer ${absent[0]}.`
      : `The registry has no issuers ${absent.join(', ')}.`;
  throw new ApiError('invalid', {
    fields: { grants: [text] },
    message: `${text} Nothing was changed.`,
  });
}
