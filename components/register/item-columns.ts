// Columns that all lists of transactions across issuers share.

import type { StatusRow } from '#lib/register/transactions/status';
import { routes } from '#lib/routes';
import { columns } from '../table/columns.tsx';

type Item = StatusRow & { issuer: number; issuerName: string };

/** Columns shared by all lists of items across issuers. */
export const itemColumns = {
  received: columns.date<Item>('received', 'Received', (row) => row.received, {
    help: 'Date the agent received it.',
  }),
  number: columns.link<Item>(
    'number',
    'Number',
    (row) => row.number,
    (row) => (row.id === null ? null : routes.transaction(row.issuer, row.id)),
    { widthPx: 108 },
  ),
  issuer: columns.link<Item>(
    'issuer',
    'Issuer',
    (row) => row.issuerName,
    (row) => routes.issuer(row.issuer),
    { widthPx: 240 },
  ),
  type: columns.text<Item>('type', 'Type', (row) => row.type, { widthPx: 124 }),
  from: columns.text<Item>('from', 'From', (row) => row.from, {
    widthPx: 220,
    cell: (row) => row.from || '–',
  }),
  to: columns.text<Item>('to', 'To', (row) => row.to, { widthPx: 220, cell: (row) => row.to || '–' }),
  key: columns.text<Item>('key', 'Registry ID', (row) => row.key, { widthPx: 112, hidden: true }),
};
