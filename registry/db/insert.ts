import type { Writable } from 'node:stream';
import type { ClientBase } from 'pg';

export type ColumnType = 'bigint' | 'int' | 'text' | 'date' | 'boolean' | 'numeric' | 'timestamptz';
export type Columns = Record<string, ColumnType>;
export type Value = string | number | bigint | boolean | null | undefined;

/** Rows per statement: large enough to hide the round trip, small enough for the server's memory. */
const batchRows = 4000;

/**
 * Inserts rows with one array per column, a form every server in docs/scaling reads well (storage §9).
 * `suffix` is an `on conflict` clause. A missing or undefined value is null. Empty input does nothing.
 */
export async function insertRows<C extends Columns>(
  tx: ClientBase,
  table: string,
  columns: C,
  rows: readonly { [K in keyof C]?: Value }[],
  suffix = '',
): Promise<void> {
  if (rows.length === 0) return;
  const names = Object.keys(columns);
  const arrays = names.map((name, index) => `$${index + 1}::${columns[name]}[]`).join(', ');
  // Named, so that the server plans a verb's inserts once per connection.
  const name = `insert ${table} ${names.length} ${suffix.length}`;
  const text = `insert into ${table} (${names.join(', ')}) select * from unnest(${arrays}) ${suffix}`;
  const jobs: (() => Promise<unknown>)[] = [];
  for (let start = 0; start < rows.length; start += batchRows) {
    jobs.push(() => {
      const batch = rows.slice(start, start + batchRows);
      const values = names.map((column) => arrayText(batch.map((row) => row[column])));
      return tx.query({ name, text, values });
    });
  }
  await sendAll(tx, jobs);
}

/**
 * Sends statements in order: all at once on a pipelined connection, else one after the other. Throws the first failure;
 * those behind it only say that the transaction is aborted.
 */
export async function sendAll(tx: ClientBase, jobs: readonly (() => Promise<unknown>)[]): Promise<void> {
  if (!isPipelined(tx)) {
    for (const job of jobs) await job();
    return;
  }
  const stream = (tx as { connection?: { stream?: Pick<Writable, 'cork' | 'uncork'> } }).connection?.stream;
  // One packet for all of them: else each statement is a system call here and a wake-up there.
  stream?.cork();
  let sent: Promise<unknown>[];
  try {
    sent = jobs.map((job) => job());
  } finally {
    stream?.uncork();
  }
  const settled = await Promise.allSettled(sent);
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Whether a connection sends statements without waiting for the answers before. */
export function isPipelined(tx: ClientBase): boolean {
  return (tx as { pipeline?: boolean }).pipeline === true;
}

/** A PostgreSQL array literal; the driver's own quoting is several times slower on long columns. */
export function arrayText(values: readonly Value[]): string {
  const parts: string[] = [];
  for (const value of values) {
    if (value === null || value === undefined) parts.push('NULL');
    else if (typeof value === 'string') parts.push(quote(value));
    else parts.push(value.toString());
  }
  return `{${parts.join(',')}}`;
}

function quote(value: string): string {
  return /["\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`;
}
