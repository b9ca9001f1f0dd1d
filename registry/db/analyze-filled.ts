import type { ClientBase } from 'pg';
import { hasCitus } from '#lib/postgres/citus';

/**
 * Takes the statistics of tables that this transaction has filled: without them the planner joins new rows one by one.
 * Nothing on Citus, which refuses it after a statement that the coordinator ran on its own copy of a table; its nodes
 * analyze their shards by themselves after the commit.
 */
export async function analyzeFilled(client: ClientBase, tables: readonly string[]): Promise<void> {
  if (!(await hasCitus(client))) await client.query(`analyze ${tables.join(', ')}`);
}
