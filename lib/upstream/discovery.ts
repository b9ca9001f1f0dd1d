// Caches what is known of a registry's agent operations.

import { isApiError } from '../api/error.ts';
import type { AgentId } from '../contract/index.ts';

type Found = ReadonlySet<AgentId>;

/** What was learned about the agent operations of one registry. */
export type Discovery = {
  /**
   * The operations found: kept for five minutes, and concurrent callers share one call of `ask`. When it throws an
   * ApiError the last result stays, and without one the error is thrown.
   */
  read(ask: () => Promise<Found>): Promise<Found>;
  /** What was found last, however old; null where nothing was asked yet. Calls nothing. */
  known(): Found | null;
};

const keepMs = 5 * 60_000;

export function openDiscovery(now: () => number = Date.now): Discovery {
  let known: Found | null = null;
  let untilMs = 0;
  let pending: Promise<Found> | null = null;

  async function renewed(ask: () => Promise<Found>): Promise<Found> {
    try {
      known = await ask();
      untilMs = now() + keepMs;
      return known;
    } catch (error) {
      if (known && isApiError(error)) return known;
      throw error;
    } finally {
      pending = null;
    }
  }

  return {
    known: () => known,
    read(ask) {
      if (known && now() < untilMs) return Promise.resolve(known);
      pending ??= renewed(ask);
      return pending;
    },
  };
}
