/** Runs once when the server starts, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { env } = await import('#lib/env');
  const { guardLogs, secretsHere } = await import('#lib/audit/log-guard');
  const { guardIntake } = await import('#lib/transport/intake');
  const { watchPeers } = await import('#lib/session/peer');
  // A wrong setting stops the start with its own sentence instead of failing the first person's request.
  const { secureCookies, trustedProxies, development } = env();
  // The development server tells its pages of changes over a WebSocket.
  guardIntake({ upgrades: development });
  // While developing, a fault is read off the terminal with all its lines.
  if (!development) guardLogs(secretsHere());
  watchPeers(secureCookies, trustedProxies);
}
