import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';

/** What a query needs of a connection: rows for parametrised text. int8 arrives as bigint, date as 'yyyy-mm-dd'. */
export type Db = {
  query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<R>>;
};

/**
 * Runs `work` in one read-only transaction that sees one state of the books from its first statement to its last, so that
 * totals and rows of one answer agree. Nothing was written, so the answer does not wait for the end of the transaction; the
 * connection goes back once that is confirmed and is dropped when it cannot be ended cleanly.
 */
export async function inSnapshot<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    return await work(client);
  } finally {
    void client.query('commit').then(
      () => client.release(),
      (cause: Error) => client.release(cause),
    );
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
