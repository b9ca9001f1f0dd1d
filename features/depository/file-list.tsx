'use client';

import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { Badge } from '#components/ui/badge';
import { formatInstant } from '#components/ui/instant';
import { Link } from '#components/ui/link';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { routes } from '#lib/routes';
import type { PositionFileRow } from './types.ts';

type Props = { files: readonly PositionFileRow[]; shown: number; timeZone: string };

/** Imported files with day, sequence and digest. */
export const FileList = ({ files, shown, timeZone }: Props) => (
  <PlainTable
    filled
    label="Position files"
    tableClasses="min-w-[48rem]"
    columns={columnsIn(timeZone, shown)}
    rows={files}
    rowId={({ positionFileId }) => `${positionFileId}`}
  />
);

const columnsIn = (timeZone: string, shown: number): readonly PlainColumn<PositionFileRow>[] => [
  {
    head: 'As of',
    cell: ({ positionFileId, asOf, isReplaced }) => (
      <>
        {Number(positionFileId) === shown ? (
          <span aria-current="true">{formatDate(asOf)}</span>
        ) : (
          <Link href={routes.depository({ file: Number(positionFileId) })}>{formatDate(asOf)}</Link>
        )}{' '}
        {isReplaced && <Badge tone="neutral">Replaced</Badge>}
      </>
    ),
  },
  {
    head: 'File',
    cell: ({ name, layout, sha256 }) => (
      <span className="ml-auto block max-w-xs break-words whitespace-normal">
        {name}
        <span className="block text-xs text-muted">
          {layout}, SHA-256 {sha256.slice(0, 12)}…
        </span>
      </span>
    ),
  },
  {
    head: 'Sequence',
    cell: ({ sequence, gap }) => (
      <>
        {sequence}
        {gap && <span className="block max-w-40 text-xs whitespace-normal text-warning">{gap}</span>}
      </>
    ),
  },
  { head: 'Positions', cell: ({ positions }) => formatShares(positions) },
  { head: 'Movements', cell: ({ movements }) => formatShares(movements) },
  {
    head: 'Imported',
    cell: ({ importedAt, importedBy }) => (
      <>
        {formatInstant(importedAt, timeZone)}
        <span className="block text-xs text-muted">{importedBy}</span>
      </>
    ),
  },
];
