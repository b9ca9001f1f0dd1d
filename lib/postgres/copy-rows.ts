import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

type Value = string | number | bigint | boolean | null | undefined;

const pieceBytes = 65_536;
/** Rows per COPY: the server holds a statement's foreign key checks in memory until it ends. */
const rowsPerCopy = 250_000;

/** Streams rows into a table by COPY in the connection's transaction; `onRows` receives the number so far. */
export async function copyRows(
  client: ClientBase,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Value[]> | AsyncIterable<readonly Value[]>,
  onRows: (count: number) => void = () => undefined,
): Promise<number> {
  const source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  let count = 0;
  let isDone = false;
  async function* pieces(): AsyncGenerator<string> {
    const until = count + rowsPerCopy;
    let text = '';
    while (count < until) {
      const step = source.next();
      const next = step instanceof Promise ? await step : step;
      if (next.done) {
        isDone = true;
        break;
      }
      count += 1;
      text += line(next.value);
      if (text.length < pieceBytes) continue;
      yield text;
      text = '';
    }
    if (text) yield text;
  }
  while (!isDone) {
    const into = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
    await pipeline(Readable.from(pieces(), { objectMode: true }), into);
    onRows(count);
  }
  return count;
}

function line(values: readonly Value[]): string {
  let text = '';
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (index > 0) text += '\t';
    if (value === null || value === undefined) text += '\\N';
    else text += typeof value === 'string' ? escaped(value) : value;
  }
  return `${text}\n`;
}

function escaped(text: string): string {
  return /[\\\t\n\r]/.test(text)
    ? text.replace(/\\/g, '\\\\').replace(/\t/g, '\\t').replace(/\n/g, '\\n').replace(/\r/g, '\\r')
    : text;
}
