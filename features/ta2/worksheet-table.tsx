'use client';

import { type Column, columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { Badge } from '#components/ui/badge';
import { sourceOf, toneOf } from './line-source.ts';
import type { Filled } from './ta2-filled.ts';

const lineColumns: readonly Column<Filled>[] = [
  columns.text('number', 'Line', (line) => line.number, { widthPx: 64 }),
  columns.text('question', 'Question', (line) => line.question, { widthPx: 400 }),
  columns.text('value', 'Answer', (line) => line.value, { widthPx: 260, cell: (line) => line.value || '–' }),
  columns.text('source', 'Source', sourceOf, {
    widthPx: 112,
    cell: (line) => <Badge tone={toneOf(line)}>{sourceOf(line)}</Badge>,
  }),
  columns.text('given', 'Registry value', (line) => (line.overridden ? line.given : ''), {
    widthPx: 180,
    help: 'Shown where a manual entry replaces it.',
  }),
  columns.text('note', 'Note', (line) => line.note, { widthPx: 320 }),
];

type Props = { year: number; lines: readonly Filled[]; today: string; partial: boolean };

/** The worksheet for printing and spreadsheets. */
export const WorksheetTable = ({ year, lines, today, partial }: Props) => (
  <DataTable
    id="ops-ta-2"
    label={`TA-2 worksheet ${year}`}
    columns={lineColumns}
    rows={lines}
    rowId={(line) => line.id}
    noun={['line', 'lines']}
    fileName={`ta-2_worksheet_${year}`}
    about={[
      ['Worksheet for Form TA-2, calendar year', `${year}${partial ? ', year to date' : ''}`],
      ['Created', today],
      ['Status', 'Working paper, not filed'],
    ]}
  />
);
