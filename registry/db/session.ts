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
