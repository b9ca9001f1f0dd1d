import { openDataFolder } from '#lib/data-dir/data-folder';
import { beginJournal } from '#lib/data-dir/disabled-journal';
import { forgetOwner, readEnv } from '#lib/env';
import { rejectExposed } from '#lib/net/exposure';
import { rejectExposedRoles } from '#lib/postgres/exposed-role';
import { oneRole } from '#lib/postgres/roles';
import { prepareStore } from '#lib/session/prepare-store';
import { buildIfNeeded } from './build.ts';

/**
 * The dashboard alone, in this process, over an existing store and registry: what a service manager or a
 * container starts, any number of times over one DATABASE_URL and DATA_DIR (docs/operations.md). SIGTERM drains
 * it.
 */
async function main(): Promise<void> {
  const { publicUrl, databaseUrl, databaseOwnerUrl, dataDir, exposure } = readEnv();
  rejectExposed(exposure);
  if (!databaseUrl) throw new Error('DATABASE_URL is not set; `npm start` brings a database along.');
  openDataFolder(dataDir);
  beginJournal(dataDir);
  const urls = { url: databaseUrl, ownerUrl: databaseOwnerUrl };
  await prepareStore(urls, { demo: false }).catch((error: Error) => {
    throw new Error(`DATABASE_URL cannot be used: ${error.message}`);
  });
  await rejectExposedRoles(exposure, {
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: databaseOwnerUrl ?? undefined,
  });
  if (!databaseOwnerUrl) console.log(oneRole('DATABASE_OWNER_URL'));
  forgetOwner();
  await buildIfNeeded();
  Object.assign(process.env, {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXTAUTH_URL: publicUrl,
  });
  await import('../server.ts');
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
