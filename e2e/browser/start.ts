import { startApp } from '../../tests/app/running.ts';

/**
 * BASE_URL names a running Sharebook; without it one is started on free ports with an empty data folder, as
 * `npm start` would, and stopped with everything it wrote when the journeys are over.
 */
export default async function start(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.BASE_URL) return;
  const app = await startApp();
  process.env.BASE_URL = app.url;
  process.env.E2E_REGISTRY = new URL(app.registryUrl).host;
  process.env.E2E_DATA_DIR = app.dataDir;
  if (app.storeUrl) process.env.E2E_STORE_URL = app.storeUrl;
  return async () => {
    await app.stop();
  };
}
