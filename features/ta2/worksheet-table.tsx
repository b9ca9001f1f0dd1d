'use client';

import { type Column, columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { answerText, changeText } from './answer-text.ts';
import type { Line } from './lines.ts';

const lineColumns: readonly Column<Line>[] = [
  columns.text('item', 'Item', ({ form }) => form.item, { widthPx: 84 }),
  columns.text('question', 'Question', ({ form }) => form.text, { widthPx: 340 }),
  columns.text('column', 'Column', ({ form }) => form.column ?? '', { widthPx: 180 }),
  columns.text('answer', 'Answer', ({ form, answer }) => answerText(form, answer), {
    widthPx: 220,
    cell: ({ form, answer }) => answerText(form, answer) || '–',
  }),
  columns.text('before', 'Last year', ({ form, lastYear }) => answerText(form, lastYear), {
    widthPx: 160,
    cell: ({ form, lastYear }) => answerText(form, lastYear) || '–',
  }),
  columns.text('change', 'Change', ({ form, answer, lastYear }) => changeText(form, answer, lastYear), {
    widthPx: 120,
  }),
  columns.text('source', 'Source', ({ source }) => source, { widthPx: 112 }),
  columns.text('note', 'Note', ({ note }) => note, { widthPx: 320 }),
];

type Props = { year: number; lines: readonly Line[]; today: string; partial: boolean };

/** The lines in the order of the form, for printing and spreadsheets. */
export const WorksheetTable = ({ year, lines, today, partial }: Props) => (
  <DataTable
    id="ops-ta-2"
    label={`TA-2 worksheet ${year}`}
    columns={lineColumns}
    rows={lines}
    rowId={({ form }) => form.id}
    noun={['line', 'lines']}
    fileName={`ta-2_worksheet_${year}`}
    about={[
      ['Worksheet for Form TA-2, calendar year', `${year}${partial ? ', year to date' : ''}`],
      ['Created', today],
      ['Status', 'Working paper, not filed'],
    ]}
  />
);
