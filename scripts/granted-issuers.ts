import { env } from '#lib/env';
import { knownIssuers } from '#lib/upstream/known-issuers';
import { openUpstream } from '#lib/upstream/upstream';

/**
 * What is to be said about issuers that somebody was granted, one sentence each: a grant of a number nobody has yet opens
 * whatever gets it later. A registry that is away keeps nobody from granting (issue 5, accounts). Never throws.
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
