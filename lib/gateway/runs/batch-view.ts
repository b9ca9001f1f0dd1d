import 'server-only';
import type { Pool } from 'pg';
import { canStillAccess, coversIssuer, decide } from '#lib/access/decide';
import type { User } from '#lib/access/roles';
import { ApiError, type ErrorCode, messageFor } from '#lib/api/error';
import type { EndpointId } from '#lib/contract/index';
import { partFileName } from '#lib/register/packs/pack-parts';
import {
  type BatchItemRow,
  type BatchItemState,
  type BatchRow,
  batchItems,
  findBatch,
  type Pack,
} from '#lib/runs/batch-rows';
import type { GatewayContext } from '../gateway-context.ts';

/** One report of a batch as pages show it. */
export type BatchItemView = {
  position: number;
  endpoint: string;
  issuer: number | null;
  asOf: string | null;
  state: BatchItemState;
  run: string | null;
  fileName: string | null;
  bytes: number;
  error: string | null;
  /** The same as text. */
  reason: string | null;
};

export type BatchView = {
  id: string;
  /** Null for other archives, and when its issuer may no longer be seen. */
  pack: Omit<Pack, 'names'> | null;
  createdAt: string;
  finishedAt: string | null;
  items: readonly BatchItemView[];
};

export const batchIdForm = /^[A-Za-z0-9_-]{22}$/;

/** The batch for its owner, or `not_found` for anyone else. */
export async function ownBatch(pool: Pool, user: User, id: string): Promise<BatchRow> {
  const row = batchIdForm.test(id) ? await findBatch(pool, id) : null;
  if (row?.person !== user.id) throw new ApiError('not_found');
  return row;
}

/** Why an item is not available now, though it may have been; null when it is. */
export function gapOf(user: User, item: BatchItemRow): string | null {
  if (!isOpenTo(user, item)) return 'forbidden';
  if (item.state === 'failed') return item.error_code ?? 'failed';
  if (item.state === 'ready' && item.run_state !== 'ready')
    return item.run_state === null ? 'expired' : item.run_state;
  return null;
}

/** Before there is a run, ownership of its object is not verified yet: only the request itself is checked. */
function isOpenTo(user: User, item: BatchItemRow): boolean {
  if (item.run === null) return decide(user, item.endpoint as EndpointId, item.input).allowed;
  return canStillAccess(
    user,
    item.endpoint,
    item.input,
    item.run_issuer === null ? null : Number(item.run_issuer),
  );
}

/** The text for a gap; error codes of runs have their own texts. */
export function reasonOf(code: string): string {
  if (code === 'interrupted') return 'The dashboard was stopped while receiving the file.';
  return messageFor(code as ErrorCode) ?? messageFor('failed');
}

export async function viewBatch(
  pool: Pool,
  context: GatewayContext,
  user: User,
  row: BatchRow,
): Promise<BatchView> {
  const items = await batchItems(pool, row.id);
  return {
    id: row.id,
    pack: row.pack && coversIssuer(user, row.pack.issuer) ? packOf(row.pack) : null,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    items: items.map((item) => viewOf(context, user, item, row.pack)),
  };
}

/** The name of a file in an archive; in a pack, by its part and the record date. */
export function nameOf(position: number, fileName: string, pack: Pack | null): string {
  const part = pack?.names[position];
  return pack && part ? partFileName(part, pack, fileName.slice(fileName.lastIndexOf('.') + 1)) : fileName;
}

const packOf = ({ names: _names, ...pack }: Pack) => pack;

function viewOf(context: GatewayContext, user: User, item: BatchItemRow, pack: Pack | null): BatchItemView {
  const gap = gapOf(user, item);
  const live = item.run && !gap ? context.runs.live(item.run) : null;
  return {
    position: item.position,
    endpoint: item.endpoint,
    issuer: item.issuer === null ? null : Number(item.issuer),
    asOf: item.as_of,
    state: gap ? 'failed' : item.state,
    run: gap === 'forbidden' ? null : item.run,
    fileName: gap || !item.file_name ? null : nameOf(item.position, item.file_name, pack),
    bytes: gap ? 0 : (live?.size ?? Number(item.bytes ?? 0)),
    error: gap,
    reason: gap && reasonOf(gap),
  };
}
