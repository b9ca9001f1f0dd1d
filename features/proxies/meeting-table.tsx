'use client';

import { useMemo } from 'react';
import { type Column, columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { percentUnits } from '#lib/register/bigint-math';
import { quorumLabel } from '#lib/register/meetings/meeting-text';
import { type Meeting, meetingTones } from '#lib/register/meetings/meetings';
import { routes } from '#lib/routes';
import type { ProxiesProps } from './types.ts';

const resultTones = { Met: 'positive', Short: 'danger' } as const;

/** Latest first; shows the missing shares where the quorum was not reached. */
const meetingColumns = (issuer: number, asof: string | null): readonly Column<Meeting>[] => [
  columns.date<Meeting>('meeting', 'Meeting', (row) => row.meeting.day || row.meeting.rest),
  columns.link<Meeting>(
    'title',
    'Title',
    (row) => row.title,
    (row) => (row.id === null ? null : routes.proxy(issuer, row.id, { asof })),
    { widthPx: 270 },
  ),
  columns.badge<Meeting>('status', 'Status', (row) => row.status, meetingTones, { widthPx: 96 }),
  columns.badge<Meeting>('verdict', 'Quorum', quorumLabel, resultTones, { widthPx: 88 }),
  columns.shares<Meeting>('voted', 'Voted', (row) => row.voted, { widthPx: 116 }),
  columns.shares<Meeting>('entitled', 'Entitled', (row) => row.entitled, { widthPx: 116 }),
  columns.percent<Meeting>(
    'turnout',
    'Turnout, % of entitled',
    (row) => percentUnits(row.voted, row.entitled),
    {
      help: 'Percent of entitled shares that were voted.',
    },
  ),
  columns.text<Meeting>('needs', 'Quorum required', (row) => row.quorumText, { widthPx: 128 }),
  columns.shares<Meeting>(
    'short',
    'Short by',
    (row) => (row.quorum.state === 'missing' ? row.quorum.still : null),
    { widthPx: 104, hidden: true },
  ),
  columns.date<Meeting>('record', 'Record date', (row) => row.record.day || row.record.rest, {
    widthPx: 104,
  }),
  columns.text<Meeting>('class', 'Class', (row) => row.className, { widthPx: 180, hidden: true }),
];

/** Past meetings. */
export function MeetingTable({
  meetings,
  issuer,
  name,
  asof,
  today,
}: ProxiesProps & { meetings: readonly Meeting[] }) {
  const kit = useMemo(() => meetingColumns(issuer, asof), [issuer, asof]);
  return (
    <DataTable
      id="meetings"
      label="Past meetings"
      columns={kit}
      rows={meetings}
      rowId={(row) => row.key}
      noun={['meeting', 'meetings']}
      height="panel"
      fileName={`meetings_${issuer}_${today}`}
      about={[
        ['Past meetings of', `${name} (${issuer})`],
        ['Current', today],
      ]}
    />
  );
}
