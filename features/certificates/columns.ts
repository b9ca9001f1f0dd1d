import { notReported } from '#components/register/not-reported';
import { type Column, columns } from '#components/table/columns';
import { formatShares } from '#lib/format/shares';
import { sum } from '#lib/register/bigint-math';
import { certificateStatusTones } from '#lib/register/certificates';
import { type OwnedCertificate, restrictionText } from '#lib/register/ownership/certificate-owners';
import type { PastCertificate } from '#lib/register/past-certificates';
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
    columns.badge('status', 'Status', (row) => row.status, certificateStatusTones, {
      widthPx: 104,
      card: 'note',
    }),
    columns.link(
      'owner',
      'Owner',
      (row) => row.owner?.name ?? '',
      (row) => (row.owner?.account ? routes.holder(issuer, row.owner.account, { asof }) : null),
      {
        widthPx: 190,
        card: 'note',
        help: 'Shown for outstanding certificates. The page of a canceled certificate shows its last owner.',
      },
    ),
    columns.text('class', 'Class', (row) => row.className, { widthPx: 160, total: totalText }),
    columns.shares('shares', 'Shares', (row) => row.shares, {
      cell: (row) => quantity(row.shares, dollars.has(row.className)),
      total: (rows) => total(rows, dollars),
    }),
    columns.text('restriction', 'Restriction', (row) => restrictionText(row.restriction), {
      widthPx: 104,
      cell: (row) => (row.restriction === null ? notReported : restrictionText(row.restriction)),
    }),
    columns.text('stop', 'Stop', (row) => row.stop ?? 'Not reported', {
      widthPx: 120,
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

/** Columns of a past day: every certificate has its owner, and stops are those of the day. */
export function pastColumns(
  issuer: number,
  asof: string,
  dollars: ReadonlySet<string>,
): readonly Column<PastCertificate>[] {
  const help: Readonly<Record<string, string>> = {
    owner: 'The account it was registered to. The name is the current one.',
    stop: 'Stops that were active on the date.',
    canceled: 'Empty when it was outstanding on the date.',
  };
  // The day's list does not say whether a count is from before a reverse split.
  const shared: readonly Column<PastCertificate>[] = certificateColumns(issuer, asof, dollars)
    .filter(({ id }) => id !== 'count')
    .map((column) => ({ ...column, help: help[column.id] ?? column.help }));
  return [
    ...shared,
    columns.text('form', 'Form', (row) => row.form, { widthPx: 112, hidden: true }),
    columns.date('acquired', 'Acquired', (row) => row.acquired, {
      hidden: true,
      help: 'Date the holder acquired the shares, which an earlier certificate may have.',
    }),
  ];
}
