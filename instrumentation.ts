/** Runs once when the server starts, before the first request: background work of the product. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { env } = await import('#lib/env');
  const { startCheckpoints } = await import('#lib/upstream/checkpoints');
  startCheckpoints();
  const { startSchedules } = await import('#lib/gateway/start-schedules');
  const { routes } = await import('#lib/routes');
  startSchedules(routes);
  const { metricsPort } = env();
  if (metricsPort === null) return;
  const { listenForMetrics } = await import('#lib/metrics/listener');
  const { closeWithDrain } = await import('#lib/transport/drain');
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
