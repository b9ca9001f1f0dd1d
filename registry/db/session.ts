import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';

/** What a query needs of a connection: rows for parametrised text. int8 arrives as bigint, date as 'yyyy-mm-dd'. */
export type Db = {
  query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<R>>;
};

const begin = 'begin isolation level repeatable read read only';

/** Ends a transaction that has only read, and gives its connection back; one that cannot be ended cleanly is dropped. */
async function end(client: PoolClient): Promise<void> {
  await client.query('commit').then(
    () => client.release(),
    (cause: Error) => client.release(cause),
  );
}

/**
 * Runs `work` in one read-only transaction that sees one state of the books from its first statement to its last, so that
 * totals and rows of one answer agree. Nothing was written, so the answer does not wait for the end of the transaction.
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
 * The same for what is made bit by bit: the connection is kept until the last bit was taken or nobody wants another. To be
 * read to its end or given back with `return`.
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
