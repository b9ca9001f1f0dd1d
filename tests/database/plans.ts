// Explains each statement of the code under test on Citus, to find those that are sent to several shards.

import { escapeLiteral, type Pool, type PoolClient } from 'pg';
import { arrayText } from '#registry/db/insert';

/** A statement that a coordinator does not route to one shard. */
export type Spread = { text: string; tasks: number };

type Sent = string | { text: string; values?: unknown[] };

/** A pool for code under test that asks a Citus coordinator for the plan of each statement before it runs. */
export function explaining(pool: Pool): { pool: Pool; seen: Set<string>; spread: Spread[] } {
  const seen = new Set<string>();
  const spread: Spread[] = [];
  const connect = async () => {
    const client = await pool.connect();
    return {
      async query(sent: Sent, given: unknown[] = []) {
        const { text, values = [] } = typeof sent === 'string' ? { text: sent, values: given } : sent;
        if (/^\s*(select|insert|update|delete|with)\b/i.test(text)) await look(client, text, values);
        return client.query(text, values);
      },
      release: (error?: boolean) => client.release(error),
    };
  };
  return { pool: { connect } as unknown as Pool, seen, spread };

  async function look(client: PoolClient, text: string, values: unknown[]): Promise<void> {
    const { rows } = await client.query(`explain ${withValues(text, values)}`);
    const counts = rows.flatMap((row) => /Task Count: (\d+)/.exec(row['QUERY PLAN'])?.[1] ?? []);
    const flat = text.replace(/\s+/g, ' ').trim();
    seen.add(flat);
    const tasks = Math.max(0, ...counts.map(Number));
    if (tasks > 1) spread.push({ text: flat, tasks });
  }
}

/** Citus plans an insert from a query only with its values in the text. */
function withValues(text: string, values: readonly unknown[]): string {
  return text.replace(/\$(\d+)/g, (_, number) => {
    const value = values[Number(number) - 1];
    if (value === null || value === undefined) return 'null';
    return escapeLiteral(Array.isArray(value) ? arrayText(value) : String(value));
  });
}
