import type { ClientBase, Pool } from 'pg';
import { withTransaction } from '../postgres/pool.ts';

let last: Promise<unknown> = Promise.resolve();

/**
 * A change together with its entry in the trail: neither without the other. One at a time, as the entry needs a second
 * connection: many changes at once would hold them all and wait for one another.
 */
export function changing<T>(pool: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const done = last.then(() => withTransaction(pool, work));
  last = done.catch(() => undefined);
  return done;
}
