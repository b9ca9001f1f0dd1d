import { isApiError } from './error.ts';

/** A large register takes minutes to read. */
const triesMax = 100;

/**
 * Asks again while the registry is still reading the books, until nobody waits any more. `isAgain`: the result of the
 * reading that the first request began is meant, not a new one.
 */
export async function untilRead<T>(ask: (isAgain: boolean) => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask(tries > 1);
    } catch (error) {
      if (!isApiError(error) || error.code !== 'upstream_busy' || tries === triesMax) throw error;
      await new Promise((done) => setTimeout(done, (error.retryAfter ?? 2) * 1000));
      signal?.throwIfAborted();
    }
  }
}
