import { copyPrepared } from '#lib/postgres/prepared-for-tests';
import { openTestServer, type TestServer } from '#lib/postgres/server-for-tests';
import { openDatabase } from '#registry/db/open';
import { demoLastDay, loadDemo } from './demo.ts';

/** Puts a cluster with the demo's books into a data folder: loading the demo takes some 18 s. */
export function copyDemoCluster(dataDir: string): Promise<void> {
  return copyPrepared('demo', dataDir, async (template) => {
    const database = await openDatabase(
      { databaseUrl: undefined, dataDir: template },
      { connectionsMax: 2, applicationName: 'demo of the test run' },
    );
    await database.asOwner((owner) => loadDemo(owner, { lastDay: demoLastDay }));
    await database.release();
  });
}

/** The server of one test file (`openTestServer`), in which the demo's books may already be in the database `registry`. */
export async function openDemoServer(dataDir: string): Promise<TestServer> {
  await copyDemoCluster(dataDir);
  return openTestServer(dataDir);
}
