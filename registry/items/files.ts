// Scanned files of items: adding, listing, reading and removing them.

import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { UploadedFile } from '#lib/contract/endpoint';
import type { Db } from '#registry/db/session';
import { voidApproval } from './approval/approval.ts';
import type { Item } from './item.ts';
import type { Change } from './item-history.ts';
import { steps } from './steps.ts';
import { StepRefused, stepped } from './take-steps.ts';
import type { Requester } from './try-content.ts';

/** ByIssuer: an officer sent it. WithIssuer: the agent lets the officers see it. */
type Shared = '' | 'ByIssuer' | 'WithIssuer';

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
  shared: Shared;
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
  shared: Shared;
};

/** The files of an item in the order they were added. */
export async function filesOf(db: Db, issuerId: bigint, itemId: bigint): Promise<ItemFile[]> {
  const { rows } = await db.query<FileRow>(
    `select id, name, media_type, size, sha256, added_at, added_by, removed_reason, shared
       from item_file where issuer_id = $1 and item_id = $2 order by id`,
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
    shared: row.shared,
  }));
}

/** Files of one item, removed ones counted. */
const filesMax = 100;

export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/**
 * Adds a file to an open item, in a transaction that holds the issuer's lock. What an approver saw has changed: an
 * approval is void. Throws StepRefused when the item has the same file, or too many.
 */
export async function addFile(
  tx: PoolClient,
  item: Item,
  file: UploadedFile & { name: string; shared?: Shared },
  asked: Requester,
): Promise<Item> {
  const sha256 = digestOf(file.body);
  const files = await filesOf(tx, item.issuerId, item.id);
  if (files.some((one) => one.sha256 === sha256 && one.removedReason === null))
    throw new StepRefused('sameFile', `Item ${item.id} has this file already.`);
  if (files.length >= filesMax)
    throw new StepRefused('tooManyFiles', `An item takes at most ${filesMax} files.`);
  await tx.query(
    `insert into item_file (issuer_id, id, item_id, name, media_type, size, sha256, content, added_at, added_by,
                            shared)
     select $1, coalesce(max(id), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9, $10 from item_file where issuer_id = $1`,
    [
      item.issuerId,
      item.id,
      file.name,
      file.mediaType,
      file.body.byteLength,
      sha256,
      file.body,
      asked.now,
      asked.actor.email,
      file.shared ?? '',
    ],
  );
  return withFiles(tx, item, asked, 'addFile', fileChange(null, { name: file.name, sha256 }));
}

/**
 * Removes the bytes of a file of an open item; its name, digest and the reason stay. An approval is void. Throws
 * StepRefused when the item has no such file.
 */
export async function removeFile(
  tx: PoolClient,
  item: Item,
  fileId: bigint,
  reason: string,
  asked: Requester,
): Promise<Item> {
  const { rows } = await tx.query<{ name: string; sha256: string }>(
    `update item_file set content = null, removed_at = $4, removed_by = $5, removed_reason = $6
      where issuer_id = $1 and item_id = $2 and id = $3 and removed_at is null returning name, sha256`,
    [item.issuerId, item.id, fileId, asked.now, asked.actor.email, reason],
  );
  const [removed] = rows;
  if (!removed) throw new StepRefused('unknownFile', `Item ${item.id} has no file ${fileId}.`);
  return withFiles(tx, item, asked, 'removeFile', fileChange(removed, null), reason);
}

type Named = { name: string; sha256: string };
const fileText = (file: Named | null) => (file ? `${file.name} (SHA-256 ${file.sha256})` : '');
const fileChange = (before: Named | null, after: Named | null): Change => ({
  field: 'files',
  before: fileText(before),
  after: fileText(after),
});

async function withFiles(
  tx: PoolClient,
  item: Item,
  asked: Requester,
  action: 'addFile' | 'removeFile',
  change: Change,
  reason?: string,
): Promise<Item> {
  const facts = { asked, action, changes: [change], reason };
  if (item.approvedBy === null) return stepped(tx, item, {}, facts);
  await voidApproval(tx, item, [change]);
  return stepped(tx, item, { stage: steps.update.to, approvedBy: null }, facts);
}

/** The bytes of a file of an item; undefined when it has none, or when the file was removed. */
export async function readFile(
  db: Db,
  issuerId: bigint,
  itemId: bigint,
  fileId: bigint,
): Promise<{ name: string; mediaType: string; bytes: Buffer } | undefined> {
  const { rows } = await db.query<{ name: string; media_type: string; content: Buffer }>(
    `select name, media_type, content from item_file
      where issuer_id = $1 and item_id = $2 and id = $3 and content is not null`,
    [issuerId, itemId, fileId],
  );
  const [row] = rows;
  return row && { name: row.name, mediaType: row.media_type, bytes: row.content };
}
