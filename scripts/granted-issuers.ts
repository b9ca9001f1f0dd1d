import { env } from '#lib/env';
import { knownIssuers } from '#lib/gateway/known-issuers';
import { openUpstream } from '#lib/upstream/upstream';

/**
 * Warnings about granted issuers, one sentence each: a grant of an unknown number would apply to whichever
 * issuer gets that number later. An unreachable registry does not block a grant. Never throws.
 */
export async function doubtsAbout(issuers: readonly number[]): Promise<string[]> {
  if (issuers.length === 0) return [];
  const upstream = openUpstream(env().registry);
  try {
    const known = await knownIssuers(upstream);
    return issuers
      .filter((issuer) => !known.has(issuer))
      .map(
        (issuer) => `The registry has no issuer ${issuer}. It was granted all the same: check the number.`,
      );
  } catch {
    return [
      `The registry gave no answer, so nothing was looked up: check that it has ${issuers.join(', ')}.`,
    ];
  } finally {
    await upstream.agent.destroy();
  }
}
