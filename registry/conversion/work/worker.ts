import { setPriority } from 'node:os';
import { openPool } from '#lib/postgres/pool';
import { openRegisterFolder } from '../files/disk.ts';
import { doWork } from './jobs.ts';
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

async function work({ databaseUrl, folder, fileId, today, now, settings }: WorkerOrder): Promise<void> {
  const pool = openPool(databaseUrl, { max: 3, applicationName: 'sharebook registry registers' });
  let failure = '';
  try {
    const begun = Date.now();
    await doWork(pool, fileId, {
      databaseUrl,
      folder: openRegisterFolder(folder),
      today,
      settings,
      now: () => new Date(Date.parse(now) + Date.now() - begun),
    });
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    // A database error's message can contain a value, so only its code is reported.
    failure = code ? `Error ${code}` : message;
  }
  await pool.end().catch(() => undefined);
  process.send?.({ failure }, () => process.exit());
}
