import { notReported } from '#components/register/not-reported';
import { type Column, columns } from '#components/table/columns';
import { certificateStatusTones } from '#lib/register/certificates';
import { quantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';

/** What a certificate of today and one of a past day have in common. */
type Row = {
  id: number | null;
  number: string;
  status: string;
  className: string;
  shares: bigint | null;
  /** Null where it is not reported. */
  restriction: string | null;
  issued: string;
  canceled: string;
};

type About = {
  issuer: number;
  account: string;
  asof: string | null;
  /** Classes counted in dollars. */
  dollars: ReadonlySet<string>;
};

/** Columns of an account's certificates, of today or of a past day; each table adds its own between them. */
export function certificateColumns<R extends Row>({ issuer, account, asof, dollars }: About) {
  return {
    number: columns.link<R>(
      'number',
      'Number',
      (row) => row.number,
      (row) => (row.id === null ? null : routes.certificate(issuer, row.id, { holder: account, asof })),
      { widthPx: 112 },
    ),
    status: (header: string) =>
      columns.badge<R>('status', header, (row) => row.status, certificateStatusTones),
    holding: [
      columns.text<R>('class', 'Class', (row) => row.className, { widthPx: 176 }),
      columns.shares<R>('shares', 'Shares', (row) => row.shares, {
        cell: (row) => quantity(row.shares, dollars.has(row.className)),
      }),
      columns.text<R>('restriction', 'Restriction', (row) => (row.restriction ?? 'Not reported') || 'None', {
        widthPx: 130,
        cell: (row) => (row.restriction ?? notReported) || 'None',
      }),
    ] as readonly Column<R>[],
    issued: columns.date<R>('issued', 'Issued', (row) => row.issued),
    canceled: (help?: string) => columns.date<R>('canceled', 'Canceled', (row) => row.canceled, { help }),
  };
}
