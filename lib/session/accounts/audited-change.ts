import type { ClientBase, Pool } from 'pg';
import { withTransaction } from '#lib/postgres/pool';

let last: Promise<unknown> = Promise.resolve();

/**
 * Makes a change together with its audit entry: neither happens without the other. One at a time, because the
 * entry needs a second connection: many concurrent changes would hold all connections and deadlock.
 */
export function auditedChange<T>(pool: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const done = last.then(() => withTransaction(pool, work));
  last = done.catch(() => undefined);
  return done;
}
