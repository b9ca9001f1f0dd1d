import type { Db } from '#registry/db/session';

/** A scanned file of an item, without its bytes. A removed one keeps its digest and the reason. */
export type ItemFile = {
  id: bigint;
  name: string;
  mediaType: string;
  size: bigint;
  sha256: string;
  addedAt: string;
  addedBy: string;
  removedReason: string | null;
};

type FileRow = {
  id: bigint;
  name: string;
  media_type: string;
  size: bigint;
  sha256: string;
  added_at: string;
  added_by: string;
  removed_reason: string | null;
};

/** The files of an item in the order they were added. */
export async function filesOf(db: Db, issuerId: bigint, itemId: bigint): Promise<ItemFile[]> {
  const { rows } = await db.query<FileRow>(
    `select id, name, media_type, size, sha256, added_at, added_by, removed_reason from item_file
      where issuer_id = $1 and item_id = $2 order by id`,
    [issuerId, itemId],
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    mediaType: row.media_type,
    size: row.size,
    sha256: row.sha256,
    addedAt: row.added_at,
    addedBy: row.added_by,
    removedReason: row.removed_reason,
  }));
}
