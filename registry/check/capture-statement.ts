// Captures the SQL of a read without sending it, so that the database can sum the rows it would give.

import type { PoolClient } from 'pg';

/** SQL text with its parameters, as sent by a read of registry/queries. */
type Statement = { text: string; values: unknown[] };

class Sent extends Error {
  readonly statement: Statement;

  constructor(statement: Statement) {
    super('A statement was sent.');
    this.statement = statement;
  }
}

/**
 * Returns the first statement of a read without sending it. A long response can then be summed by the database
 * or read through a cursor, and the check uses the service's own SQL, not a copy.
 */
export async function statementOf(
  read: (db: PoolClient) => Promise<unknown> | AsyncIterable<unknown>,
): Promise<Statement> {
  const recorder = {
    query(sent: string | Statement, values: unknown[] = []): never {
      throw new Sent(typeof sent === 'string' ? { text: sent, values } : sent);
    },
  };
  try {
    const response = read(recorder as unknown as PoolClient);
    if (Symbol.asyncIterator in response) for await (const _row of response) break;
    else await response;
  } catch (error) {
    if (error instanceof Sent) return error.statement;
    throw error;
  }
  throw new Error('The read sent no statement.');
}

/**
 * Rows of `select` over the response of a read, computed by the database; the response has the alias `answer`.
 */
export async function foldOf<Row extends object>(
  client: PoolClient,
  read: (db: PoolClient) => Promise<unknown> | AsyncIterable<unknown>,
  select: string,
  rest = '',
): Promise<Row[]> {
  const { text, values } = await statementOf(read);
  const { rows } = await client.query<Row>(`select ${select} from (${text}) as answer ${rest}`, values);
  return rows;
}
