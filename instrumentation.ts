/** Runs once when the server starts, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { env } = await import('#lib/env');
  const { guardLogs, secretsHere } = await import('#lib/audit/log-guard');
  const { guardIntake } = await import('#lib/transport/intake');
  const { watchPeers } = await import('#lib/session/peer');
  const { watchRequests } = await import('#lib/transport/watch');
  const { drainOnSignals } = await import('#lib/transport/drain');
  const { count, noteRequest } = await import('#lib/upstream/metrics');
  const { asJsonLine, requestLog } = await import('#lib/transport/request-log');
  // A wrong setting stops the start with its own sentence instead of failing the first person's request.
  const { secureCookies, trustedProxies, development, requestSeconds, drains, drainNoticeMs } = env();
  // The development server tells its pages of changes over a WebSocket.
  const bodyMs = requestSeconds * 1000;
  guardIntake({
    upgrades: development,
    secure: secureCookies,
    patience: { headMs: Math.min(bodyMs, 10_000), bodyMs },
    // Work behind an answer is waited for by us, not by the framework; and no edit may be passed by while developing.
    doors: drains && !development,
  });
  // While developing, a fault is read off the terminal with all its lines.
  if (!development) guardLogs(secretsHere(), console, asJsonLine);
  watchPeers(secureCookies, trustedProxies);
  const log = requestLog(() => count('sharebook_log_lines_dropped_total', {}));
  watchRequests((ended) => {
    noteRequest(ended);
    log(ended);
  });
  // Below the patience of the program that started us.
  if (drains) drainOnSignals({ noticeMs: drainNoticeMs, graceMs: 25_000 });
}
