import { createHash } from 'node:crypto';
import type { QueryResult, QueryResultRow } from 'pg';
import type { Db } from './session.ts';

const names = new Map<string, string>();

/**
 * For a short query that many requests make: a named statement is parsed once per connection. The server
 * chooses between a cached and a new plan, since one issuer may hold most of the rows. `text` must be one of a
 * few constants.
 */
export function queryPrepared<R extends QueryResultRow>(
  db: Db,
  text: string,
  values: unknown[],
): Promise<QueryResult<R>> {
  const known = names.get(text);
  const name = known ?? createHash('sha256').update(text).digest('base64url').slice(0, 20);
  if (known === undefined) names.set(text, name);
  return (db as unknown as { query(one: object): Promise<QueryResult<R>> }).query({ name, text, values });
}
