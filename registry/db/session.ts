// Read-only snapshots of the database, for a query or a stream of rows.

import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';

/**
 * What a query needs of a connection: rows for SQL with parameters. int8 arrives as bigint, date as
 * 'yyyy-mm-dd'.
 */
export type Db = {
  query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<R>>;
};

const begin = 'begin isolation level repeatable read read only';

/**
 * Ends a read-only transaction and releases its connection. A connection that cannot be ended cleanly is
 * dropped.
 */
async function end(client: PoolClient): Promise<void> {
  await client.query('commit').then(
    () => client.release(),
    (cause: Error) => client.release(cause),
  );
}

/**
 * Runs `work` in one read-only transaction with one snapshot, so that the totals and rows of a response agree.
 * Nothing was written, so the response does not wait for the end of the transaction.
 */
export async function inSnapshot<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(begin);
    return await work(client);
  } finally {
    void end(client);
  }
}

/**
 * Like `inSnapshot` but for a stream: the connection is held until the stream has ended. Read it to the end or
 * call `return`.
 */
export async function* streamSnapshot<T>(
  pool: Pool,
  work: (client: PoolClient) => AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const client = await pool.connect();
  try {
    await client.query(begin);
    yield* work(client);
  } finally {
    await end(client);
  }
}
