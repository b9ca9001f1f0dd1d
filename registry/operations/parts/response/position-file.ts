// Responses about position files of the depository, and who may see them.

import type { ExactResponseFor } from '#lib/contract/index';
import type { Db } from '#registry/db/session';
import { HttpError, notFound } from '#registry/http/http-error';
import { type DepositoryFile, positionFile } from '#registry/queries/depository/files';
import type { Context } from '../context.ts';

type Summary = ExactResponseFor<'GetPositionFiles'>['files'][number];

/** A position file names classes of all issuers: only clients for all issuers import one, or see one. */
export function needAllIssuersForPositions({ caller }: Pick<Context, 'caller'>): void {
  if (caller.issuers !== 'all')
    throw new HttpError(403, 'Only clients for all issuers may use the depository’s position files.');
}

/** The file by its number. Throws 404. */
export async function positionFileById(db: Db, id: number): Promise<DepositoryFile> {
  const file = id <= 2_147_483_647 ? await positionFile(db, id) : undefined;
  if (!file) throw notFound('The position file');
  return file;
}

export function shownPositionFile(file: DepositoryFile): Summary {
  return {
    positionFileId: file.id,
    name: file.name,
    layout: file.layout,
    asOf: file.as_of,
    sequence: file.sequence,
    sha256: file.sha256,
    bytes: file.bytes,
    positions: file.position_count,
    movements: file.movement_count,
    gap: gapText(file),
    isReplaced: file.is_replaced,
    importedBy: file.imported_by,
    importedAt: file.imported_at,
  };
}

function gapText({ previous, sequence }: DepositoryFile): string {
  if (previous === null || previous === sequence - 1) return '';
  if (previous === sequence - 2) return `File ${sequence - 1} was not imported.`;
  return `Files ${previous + 1} to ${sequence - 1} were not imported.`;
}
