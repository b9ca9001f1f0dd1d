import { type Column, columns } from '#components/table/columns';
import { formatShares } from '#lib/format/shares';
import { routes } from '#lib/routes';
import { kindLabel, type Rejection } from './rejection-facts.ts';

/** Columns of the rejections; with the presentor's address only where the role may see it. */
export function rejectionColumns(contact: boolean): readonly Column<Rejection>[] {
  return [
    columns.date('rejected', 'Rejected', (row) => row.rejected, {
      total: (rows) => `${formatShares(rows.length)} in total`,
      widthPx: 112,
    }),
    columns.date('received', 'Received', (row) => row.received, { help: 'Date the agent received it.' }),
    columns.shares('days', 'Days', (row) => row.days, {
      widthPx: 64,
      help: 'Business days from receipt to rejection. The day of receipt is day 0.',
    }),
    columns.text('kind', 'Kind', (row) => kindLabel(row.kind), { widthPx: 148 }),
    columns.text('code', 'Code', (row) => row.code, { widthPx: 60, whole: true }),
    columns.text('reason', 'Reason', (row) => row.reason, { widthPx: 260 }),
    columns.link(
      'number',
      'Transaction',
      (row) => row.transactionNumber,
      (row) => (row.transaction === null ? null : routes.transaction(row.issuer, row.transaction)),
      { widthPx: 104 },
    ),
    columns.link(
      'issuer',
      'Issuer',
      (row) => row.issuerName,
      (row) => routes.issuer(row.issuer),
      { widthPx: 200 },
    ),
    columns.text('presentor', 'Presentor', (row) => row.presentor, { widthPx: 180 }),
    ...(contact
      ? [
          columns.text<Rejection>('address', 'Presentor address', (row) => row.presentorAddress, {
            widthPx: 240,
            hidden: true,
          }),
        ]
      : []),
    columns.link(
      'holder',
      'Registered holder',
      (row) => row.holder,
      (row) => (row.account ? routes.holder(row.issuer, row.account) : null),
      { widthPx: 200 },
    ),
    columns.text('certificates', 'Certificates', (row) => row.certificates, { widthPx: 132 }),
    columns.shares('shares', 'Shares', (row) => row.shares, { widthPx: 96 }),
    columns.text('class', 'Class', (row) => row.className, { widthPx: 160 }),
    columns.money('value', 'Value', (row) => row.value, {
      widthPx: 116,
      help: 'Value of the transaction, where the reason depends on it.',
    }),
    columns.text('guarantor', 'Participant or guarantor', (row) => row.guarantor, {
      widthPx: 240,
      help: 'Participant number at the depository, or the guarantor with the prefix and the number of its stamp.',
    }),
    columns.date('notice', 'Notice', (row) => row.notice, { help: 'Date of the notice of rejection.' }),
    columns.shares('noticeDays', 'Notice after', (row) => row.noticeDays, {
      widthPx: 100,
      help: 'Business days from the rejection to the notice. A guarantor must be notified within two.',
    }),
    columns.text('noticeTo', 'Notice to', (row) => row.noticeTo, { widthPx: 160 }),
    columns.text('returned', 'Returned', (row) => row.returned, {
      widthPx: 160,
      help: 'How the papers were returned.',
    }),
    columns.text('again', 'Presented again as', (row) => row.representedAs, {
      widthPx: 132,
      help: 'Number of the later transaction.',
    }),
    columns.text('rejectNumber', 'Rejection number', (row) => row.rejectNumber, {
      widthPx: 132,
      hidden: true,
    }),
  ];
}
