// Rows of bulk_row: the instructions of a checked sheet, and what became of each.

import type { PoolClient } from 'pg';
import type { Db } from '#registry/db/session';
import { partSpan } from '#registry/import/stage/stage';
import type { Result } from './post/post-row.ts';
import { stagedColumns } from './sheet/check.ts';
import type { BulkKind } from './sheet/instruction.ts';

export const rowStates = ['Waiting', 'Posted', 'Queued', 'Refused', 'AlreadyThere'] as const;
export type RowState = (typeof rowStates)[number];

export type RowCounts = Record<RowState, number>;

export type BulkRow = {
  number: number;
  sheet: string;
  kind: BulkKind;
  first_row: number;
  last_row: number;
  key: string;
  customer_issuer_id: bigint | null;
  account: string;
  batch: string;
  state: RowState;
  transaction_number: bigint | null;
  field: string;
  sentence: string;
};

/** Takes the instructions of a check from the temporary table of this connection; those of an earlier check go. */
export async function keepRows(db: PoolClient, fileId: number): Promise<void> {
  await db.query('delete from bulk_row where file_id = $1', [fileId]);
  await db.query(
    `insert into bulk_row (file_id, ${stagedColumns})
     select $1, ${stagedColumns.replace('first_row, last_row', `first_row % ${partSpan}, last_row % ${partSpan}`)}
       from staged_bulk`,
    [fileId],
  );
}

export async function countsOf(db: Db, fileId: number): Promise<RowCounts> {
  const { rows } = await db.query<{ state: RowState; count: bigint }>(
    'select state, count(*) as count from bulk_row where file_id = $1 group by state',
    [fileId],
  );
  const counts = Object.fromEntries(rowStates.map((state) => [state, 0])) as RowCounts;
  for (const { state, count } of rows) counts[state] = Number(count);
  return counts;
}

/** Whether rows of a sheet have a result. */
export async function hasResults(db: Db, fileId: number): Promise<boolean> {
  const { rows } = await db.query(`select from bulk_row where file_id = $1 and state <> 'Waiting' limit 1`, [
    fileId,
  ]);
  return rows.length > 0;
}

export type WaitingRow = Pick<BulkRow, 'number' | 'kind' | 'key'> & { content: string; acknowledged: string };

export async function waitingRows(db: Db, fileId: number, limit: number): Promise<WaitingRow[]> {
  const { rows } = await db.query<WaitingRow>(
    `select number, kind, key, content, acknowledged from bulk_row
      where file_id = $1 and state = 'Waiting' order by number limit $2`,
    [fileId, limit],
  );
  return rows;
}

/** Stores what became of instructions, and clears their content: persons are in it. */
export async function keepResults(
  tx: PoolClient,
  fileId: number,
  ended: readonly { number: number; result: Result }[],
): Promise<void> {
  await tx.query(
    `update bulk_row b set state = u.state, transaction_number = u.txn, field = u.field, sentence = u.sentence, content = ''
       from unnest($2::int[], $3::text[], $4::bigint[], $5::text[], $6::text[]) as u (number, state, txn, field, sentence)
      where b.file_id = $1 and b.number = u.number`,
    [
      fileId,
      ended.map(({ number }) => number),
      ended.map(({ result }) => result.state),
      ended.map(({ result }) => result.transaction?.toString() ?? null),
      ended.map(({ result }) => result.field),
      ended.map(({ result }) => result.sentence),
    ],
  );
}

const columns = `number, sheet, kind, first_row, last_row, key, customer_issuer_id, account, batch, state,
  transaction_number, field, sentence`;

/** Those of one state, or all, in the order of the sheet. */
export async function listRows(
  db: Db,
  fileId: number,
  { state, after, limit }: { state: RowState | null; after: number; limit: number },
): Promise<BulkRow[]> {
  const { rows } = await db.query<BulkRow>(
    `select ${columns} from bulk_row where file_id = $1 and ($2::text is null or state = $2) and number > $3
      order by number limit $4`,
    [fileId, state, after, limit],
  );
  return rows;
}

export async function pageOfRows(
  db: Db,
  fileId: number,
  { state, start, limit }: { state: RowState | null; start: number; limit: number },
): Promise<BulkRow[]> {
  const { rows } = await db.query<BulkRow>(
    `select ${columns} from bulk_row where file_id = $1 and ($2::text is null or state = $2)
      order by number offset $3 limit $4`,
    [fileId, state, start, limit],
  );
  return rows;
}
