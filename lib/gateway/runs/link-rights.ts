// Tells whether a file may be sent by a link, and the state of a link.

import 'server-only';
import { stat } from 'node:fs/promises';
import { needsReason } from '#lib/access/decide';
import type { User } from '#lib/access/roles';
import type { FileLink, LinkState } from '#lib/api/file-links';
import type { EndpointId } from '#lib/contract/index';
import { closedBy, type LinkRow } from '#lib/runs/links';
import type { RunRow } from '#lib/runs/rows';
import type { GatewayContext } from '../gateway-context.ts';
import { stillAllowed } from './own-run.ts';

/** Whether a file has full tax IDs or access codes; one of an unknown report is taken to have them. */
export function hasSecrets(row: Pick<RunRow, 'endpoint' | 'input'>): boolean {
  try {
    return needsReason(row.endpoint as EndpointId, row.input);
  } catch {
    return true;
  }
}

/** Whether the bytes of a finished run are there as recorded. */
export async function isFileThere({ runs }: Pick<GatewayContext, 'runs'>, row: RunRow): Promise<boolean> {
  if (row.state !== 'ready' || row.bytes === null || !row.file_name || !row.content_type) return false;
  const saved = await stat(runs.pathOf(row.id)).catch(() => null);
  return saved?.size === Number(row.bytes);
}

/** The sender of a link, while this user may still have the file and it may be sent. */
export async function senderOf(
  context: Pick<GatewayContext, 'userById'>,
  link: Pick<LinkRow, 'person'>,
  row: RunRow,
): Promise<User | null> {
  const sender = await context.userById(link.person);
  return sender && row.person === sender.id && stillAllowed(sender, row) && !hasSecrets(row) ? sender : null;
}

/** The state of a link as its list shows it. `isOn`: whether sending is allowed in this installation. */
export async function linkState(
  context: Pick<GatewayContext, 'userById'>,
  link: LinkRow,
  row: RunRow | null,
  isOn: boolean,
): Promise<LinkState> {
  const closed = closedBy(link);
  if (closed) return closed;
  if (row?.state !== 'ready') return 'file gone';
  if (!(await senderOf(context, link, row))) return 'no access';
  return isOn ? 'open' : 'sending off';
}

export const linkView = (link: LinkRow, state: LinkState): FileLink => ({
  id: link.id,
  run: link.run,
  name: link.addressee_name,
  email: link.addressee_email,
  createdAt: link.created_at,
  expiresAt: link.expires_at,
  state,
  downloads: link.downloads,
  downloadsMax: link.downloads_max,
  lastDownloadAt: link.last_download_at,
  wrongCodes: link.wrong_codes,
});
