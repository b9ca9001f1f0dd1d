import type { ClientBase } from 'pg';

/**
 * Takes the statistics of tables that this transaction has filled: without them the planner joins new rows one by one.
 * Nothing on Citus, which refuses it after a statement that the coordinator ran on its own copy of a table; its nodes
 * analyze their shards by themselves after the commit.
 */
export async function analyzeFilled(client: ClientBase, tables: readonly string[]): Promise<void> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`);
  if (rowCount === 0) await client.query(`analyze ${tables.join(', ')}`);
}
