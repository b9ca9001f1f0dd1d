import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#registry/db/session';
import type { RowCount, Source } from '../export.ts';
import { writeWhole } from '../write-file.ts';

/**
 * The files of an archive while it is made, on the disk: an archive that is interrupted goes on with those that are
 * whole. A part has its row only when it is on the disk, and is read only while its digest is that of its row.
 */

type Part = { number: number; path: string; bytes: bigint; rows: bigint | null; sha256: string };

export type Parts = {
  /** Keeps a file, or takes the one that is kept, and passes it on. `watch` is called with each piece that is written. */
  through(path: string, source: Source, rows: RowCount): AsyncIterable<Uint8Array>;
};

type PartsOptions = {
  db: Db;
  fileId: number;
  folder: string;
  /** State of the books by the folder of each issuer; parts of another state are deleted. */
  stamps: ReadonlyMap<string, string>;
  /** Called with each piece and its rows so far; may throw to stop. */
  onPiece: (rows: number) => Promise<void>;
  /** A part with its rows is whole. */
  onPart: (isNew: boolean, rows: number) => Promise<void>;
};

export async function openParts(given: PartsOptions): Promise<Parts> {
  const { db, fileId, folder, stamps, onPiece, onPart } = given;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stampOf = (path: string) => stamps.get(path.split('/', 1)[0]!);
  const { rows: stored } = await db.query<Part & { stamp: string }>(
    'select number, path, stamp, bytes, rows, sha256 from register_export_part where file_id = $1 order by number',
    [fileId],
  );
  const fileOf = (number: number) => join(folder, `${number}`);
  const parts = new Map<string, Part>();
  for (const part of stored)
    if (part.stamp === stampOf(part.path) && (await isWhole(fileOf(part.number), part.sha256)))
      parts.set(part.path, part);
    else
      await db.query('delete from register_export_part where file_id = $1 and number = $2', [
        fileId,
        part.number,
      ]);
  // Pieces of an interruption, and parts without a row.
  const known = new Set([...parts.values()].map(({ number }) => `${number}`));
  for (const name of await readdir(folder))
    if (!known.has(name)) await rm(join(folder, name), { force: true });
  let last = Math.max(0, ...stored.map(({ number }) => number));

  async function make(path: string, source: Source, rows: RowCount): Promise<Part> {
    last += 1;
    const number = last;
    const pieces = async function* () {
      for await (const piece of source) {
        yield typeof piece === 'string' ? Buffer.from(piece) : piece;
        await onPiece(rows.rows);
      }
    };
    const written = await writeWhole(pieces(), fileOf(number));
    const part = {
      number,
      path,
      rows: BigInt(rows.rows),
      bytes: BigInt(written.bytes),
      sha256: written.sha256,
    };
    await db.query(
      `insert into register_export_part (file_id, number, path, stamp, bytes, rows, sha256)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [fileId, number, path, stampOf(path), part.bytes, part.rows, part.sha256],
    );
    return part;
  }

  return {
    async *through(path, source, rows) {
      const kept = parts.get(path);
      const part = kept ?? (await make(path, source, rows));
      rows.rows = Number(part.rows ?? 0n);
      await onPart(!kept, rows.rows);
      yield* createReadStream(fileOf(part.number));
    },
  };
}

/** Whether a file is there with its digest. */
async function isWhole(path: string, sha256: string): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(path)) hash.update(piece);
  } catch {
    return false;
  }
  return hash.digest('hex') === sha256;
}
