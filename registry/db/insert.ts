// Inserts many rows in one statement, with one array parameter per column.

import type { ClientBase } from 'pg';

export type ColumnType = 'bigint' | 'int' | 'text' | 'date' | 'boolean' | 'numeric' | 'timestamptz';
export type Columns = Record<string, ColumnType>;
export type Value = string | number | bigint | boolean | null | undefined;

/** Rows per statement: enough to make the round trip negligible, few enough for the server's memory. */
const batchRows = 4000;

/** Statement texts by name: the server caches one plan of each per connection. */
const texts = new Map<string, string>();

/**
 * Inserts rows with one array parameter per column, which every server in docs/scaling handles efficiently. A
 * single row is sent as plain values: unnesting thirty one-element arrays takes longer than storing the row.
 * `suffix` is an `on conflict` clause; rows it returns are returned. A missing or undefined value is null.
 * Empty input does nothing.
 */
export async function insertRows<C extends Columns>(
  tx: ClientBase,
  table: string,
  columns: C,
  rows: readonly { [K in keyof C]?: Value }[],
  suffix = '',
): Promise<Record<string, unknown>[]> {
  if (rows.length === 0) return [];
  const names = Object.keys(columns);
  const name = `insert ${rows.length === 1 ? 'one ' : ''}${table} ${names.length} ${suffix.length}`;
  const text =
    texts.get(name) ?? `${rows.length === 1 ? oneText(table, names) : manyText(table, columns)} ${suffix}`;
  texts.set(name, text);
  const responses: Record<string, unknown>[] = [];
  const jobs: (() => Promise<unknown>)[] = [];
  for (let start = 0; start < rows.length; start += batchRows) {
    jobs.push(async () => {
      const batch = rows.slice(start, start + batchRows);
      const values = names.map((column) =>
        rows.length === 1 ? (batch[0]![column] ?? null) : arrayText(batch.map((row) => row[column])),
      );
      responses.push(...(await tx.query({ name, text, values })).rows);
    });
  }
  await sendAll(tx, jobs);
  return responses;
}

function oneText(table: string, names: readonly string[]): string {
  const places = names.map((_, index) => `$${index + 1}`).join(', ');
  return `insert into ${table} (${names.join(', ')}) values (${places})`;
}

function manyText(table: string, columns: Columns): string {
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`);
  return `insert into ${table} (${Object.keys(columns).join(', ')}) select * from unnest(${arrays.join(', ')})`;
}

/**
 * SQLSTATEs of statements that fail because an earlier one failed: the transaction is aborted; or the statement
 * would use a prepared statement that was refused for that reason.
 */
const consequence = /^(25P02|26000)$/;

/**
 * Runs statements in order. In a transaction on a pipelined connection they are sent without waiting for each
 * other; after one that fails, the server refuses the rest until the rollback. Otherwise each is sent after the
 * one before succeeded. Throws the error that made the others fail, once all are answered.
 */
export async function sendAll(tx: ClientBase, jobs: readonly (() => Promise<unknown>)[]): Promise<void> {
  if (!canPipeline(tx)) {
    for (const job of jobs) await job();
    return;
  }
  const settled = await Promise.allSettled(jobs.map(async (job) => job()));
  const errors = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (errors.length > 0) throw errors.find(({ code }) => !consequence.test(code)) ?? errors[0];
}

/**
 * True for a pipelined connection inside a transaction. Outside of one, statements sent after one that fails
 * would still take effect.
 */
function canPipeline(tx: ClientBase): boolean {
  return 'pipeline' in tx && tx.pipeline === true && tx.getTransactionStatus() === 'T';
}

/** A PostgreSQL array literal. The driver's own quoting is several times slower on long columns. */
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
