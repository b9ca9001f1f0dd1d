import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';

/** What a query needs of a connection: rows for parametrised text. int8 arrives as bigint, date as 'yyyy-mm-dd'. */
export type Db = {
  query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<R>>;
};

/**
 * Runs `work` in one read-only transaction that sees one state of the books from its first statement to its last, so that
 * totals and rows of one answer agree. The connection is dropped when the transaction cannot be ended cleanly.
 */
export async function inSnapshot<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => {
      broken = cause;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * The same for what is made bit by bit: the connection is kept until the last bit was taken or nobody wants another. To be
 * read to its end or given back with `return`.
 */
export async function* streamSnapshot<T>(
  pool: Pool,
  work: (client: PoolClient) => AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    yield* work(client);
  } finally {
    // Nothing was written, so there is nothing to keep.
    await client.query('rollback').catch((cause: Error) => {
      broken = cause;
    });
    client.release(broken);
  }
}
