import { calendarDay, startApp, startDashboard } from '#tests/app/running';
import { startFaultyProxy } from '#tests/fakes/faulty-proxy';

/**
 * BASE_URL names a running Sharebook; without it one is started on free ports with an empty data folder, as by
 * `npm start`, and removed after the journeys. A second dashboard reaches the registry through a fake that can
 * fail (e2e/states.spec.ts). Both use a fixed calendar.
 */
export default async function start(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.BASE_URL) return;
  // The journey that pulls a register asks this very registry.
  const app = await startApp({ ...calendarDay, ALLOW_PULL_FROM_LOOPBACK: '1' });
  const between = await startFaultyProxy(app.registryUrl);
  const faulty = await startDashboard(app, new URL(between.base).port, calendarDay).catch(
    async (error: Error) => {
      await app.stop();
      throw error;
    },
  );
  process.env.BASE_URL = app.url;
  process.env.E2E_REGISTRY_URL = app.registryUrl;
  process.env.E2E_REGISTRY = new URL(app.registryUrl).host;
  process.env.E2E_DATA_DIR = app.dataDir;
  process.env.E2E_TROUBLED = faulty.url;
  process.env.E2E_BETWEEN = between.base;
  if (app.storeUrl) process.env.E2E_STORE_URL = app.storeUrl;
  return async () => {
    await faulty.stop();
    await between.stop();
    await app.stop();
  };
}
