import { setPriority } from 'node:os';
import { openPool } from '#lib/postgres/pool';
import { openRegisterFolder } from '../files/register-folder.ts';
import type { WorkerOrder } from './runner.ts';

/*
 * A process for one piece of work: it takes minutes of processor time for a large register, and its connection holds
 * the staged rows.
 */

// Requests have priority for the processor.
setPriority(10);

// A signal to the process group is left to the registry. Without the registry the worker exits, and its work is taken
// again at the next start.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

process.once('message', (order: WorkerOrder) => void work(order));

async function work(order: WorkerOrder): Promise<void> {
  const { databaseUrl, folder, fileId, today, now, settings, pull } = order;
  const pool = openPool(databaseUrl, { max: 3, applicationName: 'sharebook registry registers' });
  let failure = '';
  try {
    const begun = Date.now();
    const given = {
      folder: openRegisterFolder(folder),
      today,
      now: () => new Date(Date.parse(now) + Date.now() - begun),
    };
    // Each kind of work loads what it needs alone: a pull has an HTTP client, the others have not.
    if (pull) {
      const { pullJob } = await import('./pull-job.ts');
      await pullJob({ ...given, ...pull, pool, fileId });
    } else {
      const { doWork } = await import('./jobs.ts');
      await doWork(pool, fileId, { ...given, databaseUrl, settings });
    }
  } catch (error) {
    const { code, name, message } = error as Error & { code?: string };
    // The message of a database error, and of one about a request with a secret, can contain a value.
    failure = code ? `Error ${code}` : pull ? name : message;
  }
  await pool.end().catch(() => undefined);
  process.send?.({ failure }, () => process.exit());
}
