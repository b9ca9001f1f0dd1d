// Chooses the token for a read, limited to the user's issuers where the registry can.

import 'server-only';
import { requestIdHere } from '../transport/trace.ts';
import { isTokenUnavailable, type Token, type TokenSource } from './token.ts';
import { narrowScope, type Purpose } from './token-scope.ts';

/**
 * On whose behalf the registry is read: a user with these granted issuers, or agent roles and the server
 * itself.
 */
export type Behalf = 'all' | readonly number[];

export type Readers = {
  /**
   * Calls `go` with a token source for this behalf, and with the current token where it was checked anyway.
   * `go` is repeated only where it had no token.
   */
  use<T>(behalf: Behalf, go: (source: TokenSource, current?: Token) => Promise<T>): Promise<T>;
};

/** Maximum number of cached scopes; the least recently used is dropped first. */
const scopesMax = 1_000;

type CachedToken = {
  source: TokenSource;
  /** Generation of the plain token under which the registry did not limit this one as requested. */
  notUnder: number | null;
};

/**
 * The tokens for reading: the client's own (`plain`), and for users with granted issuers one that the registry
 * itself limits to reading and to those issuers, if the response to the plain token request shows that it can.
 * Otherwise, or when the registry does not keep to it, the plain token is used; this is checked again with the
 * next plain token.
 */
export function openReaders(
  plain: TokenSource,
  narrowed: (scope: string) => TokenSource,
  purpose: Purpose = 'read',
): Readers {
  const cached = new Map<string, CachedToken>();
  let reportedUnder: number | null = null;

  function entryOf(scope: string, generation: number): CachedToken {
    const known = cached.get(scope);
    const isOver = known && known.notUnder !== null && known.notUnder !== generation;
    const entry = known && !isOver ? known : { source: narrowed(scope), notUnder: null };
    cached.delete(scope);
    cached.set(scope, entry);
    // A Map keeps insertion order: the first is the least recently used.
    for (const oldest of cached.keys()) {
      if (cached.size <= scopesMax) break;
      cached.delete(oldest);
    }
    return entry;
  }

  /** Once per plain token: the operator should check that registry. */
  function tell(generation: number): void {
    if (reportedUnder === generation) return;
    reportedUnder = generation;
    console.error(JSON.stringify({ event: 'token-not-narrowed', requestId: requestIdHere() }));
  }

  return {
    async use(behalf, go) {
      if (behalf === 'all') return go(plain);
      const current = await plain.get();
      const { generation } = current;
      const scope = narrowScope(current.scope, behalf, purpose);
      if (scope === null) return go(plain, current);
      const entry = entryOf(scope, generation);
      if (entry.notUnder === generation) return go(plain, current);
      try {
        return await go(entry.source);
      } catch (error) {
        if (!(isTokenUnavailable(error) && error.reason === 'scope')) throw error;
        entry.notUnder = generation;
        tell(generation);
        return go(plain);
      }
    },
  };
}
