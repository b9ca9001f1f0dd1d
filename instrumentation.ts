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
  // Stops the start with a clear error message, instead of failing the first request.
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
  // The development server opens WebSockets to its pages, so upgrades are allowed only there.
  const bodyMs = requestSeconds * 1000;
  guardIntake({
    upgrades: development,
    secure: secureCookies,
    patience: { headMs: Math.min(bodyMs, 10_000), bodyMs },
    // We wait for pending work at shutdown ourselves. In development the framework handles requests, so that
    // edits show.
    doors: drains && !development,
  });
  // In development, errors are printed with their full stack on the terminal.
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
    const { dashboard } = await import('#lib/gateway/wiring');
    const { store } = await import('#lib/session/store');
    const { processWide } = await import('#lib/store/process-wide');
    // Only once, although the development server runs this function again after edits.
    await processWide('metrics listener', async () => {
      const own = { port: metricsPort, variable: 'METRICS_PORT' };
      closeWithDrain(await listenForMetrics(own, () => metricsText(dashboard(), store())));
    }).catch((error: Error) => {
      // The framework would continue and respond to every request with 500.
      console.error(error.message);
      process.exit(1);
    });
  }
  // Shorter than the time the parent process waits for this one to stop.
  if (drains) drainOnSignals({ noticeMs: drainNoticeMs, graceMs: 25_000 });
}
