// Stores a position file of the depository with its lines, or returns its errors.

import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { FileError } from '#lib/proof/depository/lines';
import { readPositionFile } from '#lib/proof/depository/position-file';
import { takeIds } from '#registry/db/ids';

type Given = {
  bytes: Uint8Array;
  name: string;
  /** The agent's number at the depository. */
  agent: string;
  today: string;
  by: string;
  at: string;
};

export type Imported = { id: number; isKnown: boolean } | { errors: readonly FileError[] };

/** Stores a position file with its lines. One with an error is refused as a whole; the same bytes are stored once. */
export async function importFile(tx: ClientBase, given: Given): Promise<Imported> {
  // The counter is locked until the end, so that imports run one after the other.
  const id = Number(await takeIds(tx, 'position file'));
  const sha256 = createHash('sha256').update(given.bytes).digest('hex');
  const known = await tx.query<{ id: number }>('select id from depository_file where sha256 = $1', [sha256]);
  if (known.rows[0]) return { id: known.rows[0].id, isKnown: true };
  const read = readPositionFile(given.bytes, given);
  if ('errors' in read) return read;
  const { layout, agent, asOf, sequence, positions, movements, sum } = read.file;
  const other = await tx.query<{ name: string }>('select name from depository_file where sequence = $1', [
    sequence,
  ]);
  if (other.rows[0]) {
    const text = `${sequence} was imported already, as ${other.rows[0].name} with other content`;
    return { errors: [{ line: 1, field: 'Sequence', text }] };
  }
  await tx.query(
    `insert into depository_file (id, name, layout, agent, as_of, sequence, sha256, bytes, position_count,
       movement_count, position_sum, imported_by, imported_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      ...[id, given.name, layout, agent, asOf, sequence, sha256, given.bytes.length],
      ...[positions.length, movements.length, sum, given.by, given.at],
    ],
  );
  await tx.query(
    `insert into depository_position (file_id, cusip, line, description, position, pending)
     select $1, * from unnest($2::text[], $3::int[], $4::text[], $5::bigint[], $6::bigint[])`,
    [
      id,
      positions.map((one) => one.cusip),
      positions.map((one) => one.line),
      positions.map((one) => one.description),
      positions.map((one) => one.position),
      positions.map((one) => one.pending),
    ],
  );
  await tx.query(
    `insert into depository_movement (file_id, line, cusip, moved_on, reference, direction, shares, status)
     select $1, * from unnest($2::int[], $3::text[], $4::date[], $5::text[], $6::text[], $7::bigint[], $8::text[])`,
    [
      id,
      movements.map((one) => one.line),
      movements.map((one) => one.cusip),
      movements.map((one) => one.day),
      movements.map((one) => one.reference),
      movements.map((one) => one.direction),
      movements.map((one) => one.shares),
      movements.map((one) => one.status),
    ],
  );
  return { id, isKnown: false };
}
