import { type Column, columns } from '#components/table/columns';
import { type StatusRow, transactionStatusTones } from '#lib/register/transactions/status';
import { routes } from '#lib/routes';

const noOne = (name: string) => name || '–';

/**
 * Three dates and the turnaround; the list gives no shares. The status column starts hidden where all rows have
 * the same.
 */
export function statusColumns(
  issuer: number,
  asof: string | null,
  oneStatus: boolean,
): readonly Column<StatusRow>[] {
  return [
    columns.link(
      'number',
      'Number',
      (row) => row.number,
      (row) => (row.id === null ? null : routes.transaction(issuer, row.id, { asof })),
      { widthPx: 108 },
    ),
    columns.badge('status', 'Status', (row) => row.status, transactionStatusTones, {
      widthPx: 104,
      hidden: oneStatus,
    }),
    columns.text('type', 'Type', (row) => row.type, { widthPx: 124, card: 'note' }),
    columns.text('from', 'From', (row) => row.from, { widthPx: 230, cell: (row) => noOne(row.from) }),
    columns.text('to', 'To', (row) => row.to, { widthPx: 230, card: 'note', cell: (row) => noOne(row.to) }),
    columns.shares('days', 'Days', (row) => row.days, {
      widthPx: 72,
      help: 'Business days from receipt to completion, or to today while pending.',
    }),
    columns.date('received', 'Received', (row) => row.received, { help: 'Date the agent received it.' }),
    columns.date('effective', 'Effective', (row) => row.effective, {
      help: 'Date the change takes effect. Holdings as of a date use it.',
    }),
    columns.date('completed', 'Completed', (row) => row.completed, {
      help: 'Date the agent completed it.',
    }),
    columns.text('key', 'Registry ID', (row) => row.key, { widthPx: 112, hidden: true }),
  ];
}
