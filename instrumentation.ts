/** Runs once when the server starts, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { env } = await import('#lib/env');
  const { watchPeers } = await import('#lib/session/peer');
  // A wrong setting stops the start with its own sentence instead of failing the first person's request.
  watchPeers(env().secureCookies);
}
