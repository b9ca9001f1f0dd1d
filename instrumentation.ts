import type { Ended } from '#lib/transport/watch';

/** Runs once when the server starts, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { env } = await import('#lib/env');
  const { guardLogs, secretsHere } = await import('#lib/audit/log-guard');
  const { guardIntake } = await import('#lib/transport/intake');
  const { proxyWarnings, watchPeers } = await import('#lib/session/peer');
  const { watchRequests } = await import('#lib/transport/watch');
  const { watchStalledReaders } = await import('#lib/net/stalled-readers');
  const { watchOpenAnswers } = await import('#lib/transport/open-answers');
  const { closeWithDrain, drainOnSignals } = await import('#lib/transport/drain');
  const { count, noteRequest } = await import('#lib/upstream/metrics');
  const { startCheckpoints } = await import('#lib/upstream/checkpoints');
  const { asJsonLine, requestLog } = await import('#lib/transport/request-log');
  // A wrong setting stops the start with its own sentence instead of failing the first person's request.
  const {
    secureCookies,
    trustedProxies,
    development,
    requestSeconds,
    readerSeconds,
    drains,
    drainNoticeMs,
    metricsPort,
  } = env();
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
  watchPeers(secureCookies, trustedProxies, (seen) => {
    count('sharebook_untrusted_forwarding_total', {});
    if (seen === 'first')
      console.warn(JSON.stringify({ event: 'untrusted-forwarding', text: proxyWarnings().join(' ') }));
  });
  startCheckpoints();
  const log = requestLog(() => count('sharebook_log_lines_dropped_total', {}));
  const readers = watchStalledReaders({
    stalledAfterMs: readerSeconds * 1000,
    ended: () => count('sharebook_stalled_readers_total', {}),
  });
  const open = watchOpenAnswers({ cut: () => count('sharebook_answers_cut_total', {}) });
  const tell = (ended: Ended) => {
    noteRequest(ended);
    log(ended);
  };
  watchRequests(tell, readers, open);
  if (metricsPort !== null) {
    const { listenForMetrics } = await import('#lib/metrics/listener');
    const { metricsText } = await import('#lib/upstream/metrics');
    const { dashboard } = await import('#lib/upstream/wiring');
    const { store } = await import('#lib/session/store');
    const { processWide } = await import('#lib/store/process-wide');
    // Once, also where the development server runs this again.
    await processWide('metrics listener', async () => {
      const own = { port: metricsPort, variable: 'METRICS_PORT' };
      closeWithDrain(await listenForMetrics(own, () => metricsText(dashboard(), store())));
    }).catch((error: Error) => {
      // The framework would go on and answer every request with 500.
      console.error(error.message);
      process.exit(1);
    });
  }
  // Below the patience of the program that started us.
  if (drains) drainOnSignals({ noticeMs: drainNoticeMs, graceMs: 25_000 });
}
