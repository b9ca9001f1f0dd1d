import { notReported } from '#components/register/not-reported';
import { type Column, columns } from '#components/table/columns';
import { formatShares } from '#lib/format/shares';
import { sum } from '#lib/register/bigint-math';
import { statusTones } from '#lib/register/certificates';
import { type OwnedCertificate, restrictionText } from '#lib/register/ownership/owners';
import { quantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';

/** Adds shares only within one class, and never canceled ones to outstanding ones. */
function total(rows: readonly OwnedCertificate[], dollars: ReadonlySet<string>): string {
  const live = rows.filter((row) => row.status !== 'Canceled');
  const counted = live.length > 0 ? live : rows;
  const [first] = counted;
  if (counted.some((row) => row.className !== first?.className)) return 'Several classes';
  return quantity(sum(counted.map((row) => row.shares)), dollars.has(first?.className ?? ''));
}

/** Describes what the total covers. */
function totalText(rows: readonly OwnedCertificate[]): string {
  const live = rows.filter((row) => row.status !== 'Canceled').length;
  if (live === 0 || live === rows.length) return '';
  return `Outstanding: ${formatShares(live)}`;
}

export function certificateColumns(
  issuer: number,
  asof: string | null,
  dollars: ReadonlySet<string>,
): readonly Column<OwnedCertificate>[] {
  return [
    columns.link(
      'number',
      'Number',
      (row) => row.number,
      (row) =>
        row.id === null ? null : routes.certificate(issuer, row.id, { holder: row.owner?.account, asof }),
      { widthPx: 116, total: (rows) => `${formatShares(rows.length)} in total` },
    ),
    columns.badge('status', 'Status', (row) => row.status, statusTones, { widthPx: 104 }),
    columns.link(
      'owner',
      'Owner',
      (row) => row.owner?.name ?? '',
      (row) => (row.owner?.account ? routes.holder(issuer, row.owner.account, { asof }) : null),
      {
        widthPx: 220,
        help: 'Shown for outstanding certificates. The page of a canceled certificate shows its last owner.',
      },
    ),
    columns.text('class', 'Class', (row) => row.className, { widthPx: 176, total: totalText }),
    columns.shares('shares', 'Shares', (row) => row.shares, {
      widthPx: 112,
      cell: (row) => quantity(row.shares, dollars.has(row.className)),
      total: (rows) => total(rows, dollars),
    }),
    columns.text('restriction', 'Restriction', (row) => restrictionText(row.restriction), {
      widthPx: 112,
      cell: (row) => (row.restriction === null ? notReported : restrictionText(row.restriction)),
    }),
    columns.text('stop', 'Stop', (row) => row.stop ?? 'Not reported', {
      widthPx: 150,
      cell: (row) => row.stop ?? notReported,
    }),
    columns.date('issued', 'Issued', (row) => row.issued),
    columns.date('canceled', 'Canceled', (row) => row.canceled),
    columns.text('account', 'Account', (row) => row.owner?.account ?? '', { widthPx: 112, hidden: true }),
    columns.text('own', 'Customer certificate ID', (row) => row.customerNumber, {
      widthPx: 176,
      hidden: true,
      help: 'Certificate ID assigned by the customer.',
    }),
    columns.text('count', 'Count', (row) => (row.postReverseSplit ? 'After the reverse split' : ''), {
      widthPx: 170,
      hidden: true,
      help: 'Share counts before and after a reverse split are not comparable.',
    }),
  ];
}
