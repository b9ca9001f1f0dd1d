// The rows behind a figure of Form TA-2.

'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { type Column, columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { EmptyState, ErrorPanel } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { query } from '#lib/api/query';
import { formatShares } from '#lib/format/shares';
import { routes } from '#lib/routes';
import { answerText } from './answer-text.ts';
import { type Line, lineName } from './lines.ts';
import type { ListRow } from './types.ts';

type Numbered = ListRow & { id: string };

const pageSize = 500;

/** An amount is dollars, a percentage or a number of accounts or shares, by the line. */
function amountColumn({ form }: Line): Column<Numbered> {
  const value = (row: Numbered) => row.amount;
  if (form.kind === 'money') return columns.money('amount', 'Amount', value);
  if (form.id.startsWith('9')) return columns.percent('amount', 'On time', value);
  return columns.shares('amount', form.id === '11a' ? 'Submitted' : 'Shares', value);
}

const columnsOf = (line: Line): readonly Column<Numbered>[] => [
  columns.text('text', 'Row', (row) => row.text, { widthPx: 300 }),
  columns.text('counted', 'Counted', (row) => (row.isCounted ? 'Yes' : 'No'), {
    widthPx: 92,
    whole: true,
    cell: (row) => (row.isCounted ? 'Yes' : <Badge tone="warning">No</Badge>),
  }),
  columns.text('reason', 'Why not', (row) => row.reason, { widthPx: 240 }),
  columns.date('date', 'Date', (row) => row.date),
  amountColumn(line),
  columns.link(
    'issuer',
    'Issuer',
    (row) => row.issuer,
    (row) => (row.customerIssuerId === null ? null : routes.issuer(row.customerIssuerId)),
    { widthPx: 190 },
  ),
  columns.text('security', 'Security', (row) => row.security, { widthPx: 150 }),
  columns.link(
    'account',
    'Account',
    (row) => row.customerShareholderId,
    (row) =>
      row.customerIssuerId === null || row.customerShareholderId === ''
        ? null
        : routes.holder(row.customerIssuerId, row.customerShareholderId),
    { widthPx: 120 },
  ),
  columns.link(
    'transaction',
    'Transaction',
    (row) => row.transactionId,
    (row) =>
      row.customerIssuerId === null || row.controlTransactionId === null
        ? null
        : routes.transaction(row.customerIssuerId, row.controlTransactionId),
    { widthPx: 116 },
  ),
];

/** A column without a value in any row is left out; whether a row is counted always shows. */
const usedColumns = (line: Line, rows: readonly Numbered[]) =>
  columnsOf(line).filter(
    ({ id, value }) =>
      id === 'counted' || rows.some((row) => ![null, undefined, ''].includes(value(row) as null)),
  );

type Props = { year: number; line: Line; onBack: () => void };

/** The rows behind a figure, with those that are left out of it and why. */
export function FigureRows({ year, line, onBack }: Props) {
  const [start, setStart] = useState(0);
  const list = useQuery({
    ...query('GetTA2Rows', { year, line: line.form.id, start, numberOfRows: pageSize }),
    placeholderData: keepPreviousData,
  });
  const total = list.data?.totalRecords ?? 0;
  const rows = useMemo(
    () => (list.data?.rows ?? []).map((row, index) => ({ ...row, id: `${start + index}` })),
    [list.data, start],
  );
  const shown = useMemo(() => usedColumns(line, rows), [line, rows]);
  const left = rows.filter(({ isCounted }) => !isCounted).length;
  return (
    <Section
      title={lineName(line.form)}
      aside={
        <Button size="sm" onClick={onBack} className="print:hidden">
          Back to the worksheet
        </Button>
      }
    >
      <p className="mb-3">
        {year}: <strong className="font-medium">{answerText(line.form, line.answer)}</strong>. {line.note}
        {list.data &&
          `. ${formatShares(total)} ${total === 1 ? 'row' : 'rows'}${left > 0 ? `, ${formatShares(left)} of those shown not counted` : ''}.`}
      </p>
      {list.error && (
        <ErrorPanel
          error={list.error}
          title="The rows could not be loaded"
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending && <LoadingPlaceholder text="Loading rows…" lines={8} />}
      {list.data && (
        <>
          {total > pageSize && (
            <div className="mb-3 flex flex-wrap items-center gap-2 print:hidden">
              <Button
                size="sm"
                disabled={start === 0}
                onClick={() => setStart(Math.max(0, start - pageSize))}
              >
                Previous rows
              </Button>
              <span role="status">
                {formatShares(start + 1)} to {formatShares(start + rows.length)} of {formatShares(total)}
              </span>
              <Button
                size="sm"
                disabled={start + rows.length >= total}
                onClick={() => setStart(start + rows.length)}
              >
                Next rows
              </Button>
            </div>
          )}
          <DataTable
            id="ops-ta-2-rows"
            label={`Rows of ${lineName(line.form)}`}
            columns={shown}
            rows={rows}
            rowId={(row) => row.id}
            noun={['row', 'rows']}
            fileName={`ta-2_${year}_${line.form.id}`}
            about={[
              ['Form TA-2, calendar year', `${year}`],
              ['Line', lineName(line.form)],
              ['Figure', answerText(line.form, line.answer)],
              ['Rows', `${start + 1} to ${start + rows.length} of ${total}`],
            ]}
            empty={<EmptyState title="No rows">Nothing was counted for this line.</EmptyState>}
          />
        </>
      )}
    </Section>
  );
}
