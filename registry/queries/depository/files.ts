// Queries of the depository's position files.

import type { CalendarDate } from '#lib/format/dates';
import type { Db } from '#registry/db/session';

export type DepositoryFile = {
  id: number;
  name: string;
  layout: 'Fixed' | 'CSV';
  as_of: CalendarDate;
  sequence: number;
  sha256: string;
  bytes: number;
  position_count: number;
  movement_count: number;
  /** The highest sequence before this one; null for the first file. */
  previous: number | null;
  imported_by: string;
  imported_at: string;
  /** A file of the same day with a higher sequence takes its place. */
  is_replaced: boolean;
};

const columns = `f.id, f.name, f.layout, f.as_of, f.sequence, f.sha256, f.bytes, f.position_count, f.movement_count,
  f.imported_by, f.imported_at,
  (select max(p.sequence) from depository_file p where p.sequence < f.sequence) as previous,
  exists (select 1 from depository_file n where n.as_of = f.as_of and n.sequence > f.sequence) as is_replaced`;

type Page = { start: number; numberOfRows: number };

/** The position files, latest day first. */
export async function positionFiles(
  db: Db,
  { start, numberOfRows }: Page,
): Promise<{ total: bigint; rows: DepositoryFile[] }> {
  const count = await db.query<{ total: bigint }>('select count(*) as total from depository_file');
  const { rows } = await db.query<DepositoryFile>(
    `select ${columns} from depository_file f order by f.as_of desc, f.sequence desc limit $2 offset $1`,
    [start, numberOfRows],
  );
  return { total: count.rows[0]?.total ?? 0n, rows };
}

export async function positionFile(db: Db, id: number): Promise<DepositoryFile | undefined> {
  const { rows } = await db.query<DepositoryFile>(
    `select ${columns} from depository_file f where f.id = $1`,
    [id],
  );
  return rows[0];
}

/** The file that counts for a day: the one with the highest sequence. */
export async function positionFileOf(db: Db, day: CalendarDate): Promise<DepositoryFile | undefined> {
  const { rows } = await db.query<DepositoryFile>(
    `select ${columns} from depository_file f where f.as_of = $1 order by f.sequence desc limit 1`,
    [day],
  );
  return rows[0];
}

/** Days before `day` that have a file, latest first. */
export async function daysBefore(db: Db, day: CalendarDate, limit: number): Promise<CalendarDate[]> {
  const { rows } = await db.query<{ as_of: CalendarDate }>(
    'select distinct as_of from depository_file where as_of < $1 order by as_of desc limit $2',
    [day, limit],
  );
  return rows.map((row) => row.as_of);
}

/** Changes with each file and with each explanation about an issuer, so that a reading of the books is not kept. */
export async function depositoryMark(db: Db, issuerId: bigint): Promise<string> {
  const { rows } = await db.query<{ files: number; explanations: bigint }>(
    `select coalesce((select max(id) from depository_file), 0) as files,
            (select count(*) from depository_explanation where issuer_id = $1) as explanations`,
    [issuerId],
  );
  return `${rows[0]?.files ?? 0}.${rows[0]?.explanations ?? 0n}`;
}
