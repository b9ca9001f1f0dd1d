import next from 'next';
import { guardLogs, secretsHere } from '#lib/audit/log-guard';
import { env } from '#lib/env';
import { watchStalledReaders } from '#lib/net/stalled-readers';
import { identifyPeers, proxyWarnings } from '#lib/session/request-address';
import { closeWithDrain, drainOnSignals } from '#lib/transport/drain';
import { createHttpServer } from '#lib/transport/http-server';
import { watchOpenResponses } from '#lib/transport/open-responses';
import { asJsonLine, requestLog } from '#lib/transport/request-log';
import { count, noteRequest } from '#lib/upstream/metrics';

/**
 * The dashboard: Next's request handler behind our HTTP server, which sets headers and request ids, limits time,
 * refuses what Next misreads, and drains at shutdown. HOST and PORT say where it listens; NODE_ENV=development
 * compiles pages as they are requested. Settings that cannot be read end it with a message.
 */
async function main(): Promise<void> {
  const settings = env();
  const { host, port, development, secureCookies, trustedProxies } = settings;
  const { requestSeconds, readerSeconds, drainNoticeMs } = settings;
  const requestMs = requestSeconds * 1000;
  const log = requestLog(() => count('sharebook_log_lines_dropped_total', {}));
  const server = createHttpServer({
    handle: (request, response) => handle(request, response),
    headMs: Math.min(requestMs, 10_000),
    requestMs,
    secure: secureCookies,
    upgrades: development,
    identify: identifyPeers(trustedProxies, (seen) => {
      count('sharebook_untrusted_forwarding_total', {});
      if (seen === 'first')
        console.warn(JSON.stringify({ event: 'untrusted-forwarding', text: proxyWarnings().join(' ') }));
    }),
    ended: (summary) => {
      noteRequest(summary);
      log(summary);
    },
    readers: watchStalledReaders({
      stalledAfterMs: readerSeconds * 1000,
      ended: () => count('sharebook_stalled_readers_total', {}),
    }),
    open: watchOpenResponses({ cut: () => count('sharebook_answers_cut_total', {}) }),
  });
  const app = next({ dev: development, hostname: host, port, httpServer: server });
  const handle = app.getRequestHandler();
  // In development, errors are printed with their full stack on the terminal.
  if (!development) guardLogs(secretsHere(), console, asJsonLine);
  await app.prepare();
  closeWithDrain(server);
  // Shorter than the time the parent process waits for this one to stop.
  drainOnSignals({ noticeMs: drainNoticeMs, graceMs: 25_000 });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, done);
  });
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
