import 'server-only';
import { requestIdHere } from '../transport/trace.ts';
import { type Token, type TokenSource, TokenUnavailable } from './token.ts';
import { narrowScope } from './token-scope.ts';

/** For whom the registry is read: somebody bound to these issuers, or the agent's own roles and the server itself. */
export type Behalf = 'all' | readonly number[];

export type Readers = {
  /**
   * Calls `go` with the tokens that may be used on somebody's behalf, and with the current one where it was looked at
   * anyway. `go` is repeated only where it had no token.
   */
  use<T>(behalf: Behalf, go: (source: TokenSource, current?: Token) => Promise<T>): Promise<T>;
};

/** Scopes whose tokens are kept at a time; the one that was used longest ago goes first. */
const scopesMax = 1_000;

type Kept = {
  source: TokenSource;
  /** Generation of the plain token under which the registry did not limit this one as asked. */
  notUnder: number | null;
};

/**
 * The tokens to read with: the client's own (`plain`), and for people bound to issuers one that the registry itself
 * limits to reading and to those issuers, where the answer to the plain request says that it can. A registry that says
 * nothing of the kind, or does not keep to it, is asked with the plain token; that is looked at again with the next
 * plain token.
 */
export function openReaders(plain: TokenSource, narrowed: (scope: string) => TokenSource): Readers {
  const kept = new Map<string, Kept>();
  let toldUnder: number | null = null;

  function entryOf(scope: string, generation: number): Kept {
    const known = kept.get(scope);
    const isOver = known && known.notUnder !== null && known.notUnder !== generation;
    const entry = known && !isOver ? known : { source: narrowed(scope), notUnder: null };
    kept.delete(scope);
    kept.set(scope, entry);
    // A Map keeps the order of entry: the first is the one used longest ago.
    for (const oldest of kept.keys()) {
      if (kept.size <= scopesMax) break;
      kept.delete(oldest);
    }
    return entry;
  }

  /** Once for each plain token: somebody has to look at that registry. */
  function tell(generation: number): void {
    if (toldUnder === generation) return;
    toldUnder = generation;
    console.error(JSON.stringify({ event: 'token-not-narrowed', requestId: requestIdHere() }));
  }

  return {
    async use(behalf, go) {
      if (behalf === 'all') return go(plain);
      const current = await plain.get();
      const { generation } = current;
      const scope = narrowScope(current.scope, behalf);
      if (scope === null) return go(plain, current);
      const entry = entryOf(scope, generation);
      if (entry.notUnder === generation) return go(plain, current);
      try {
        return await go(entry.source);
      } catch (error) {
        if (!(error instanceof TokenUnavailable && error.fault === 'scope')) throw error;
        entry.notUnder = generation;
        tell(generation);
        return go(plain);
      }
    },
  };
}
