'use client';

import { useMemo } from 'react';
import { type Column, columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { EmptyState } from '#components/ui/states';
import { zoneTitle } from '#lib/format/local-time';
import { routes } from '#lib/routes';

/** An account as the list shows it. Times are text that sorts in time order. */
export type UserRow = {
  id: string;
  name: string;
  email: string;
  role: string;
  state: string;
  issuers: string;
  secondFactor: string;
  way: string;
  sessions: number;
  lastSeen: string;
};

const userColumns = (zone: string): readonly Column<UserRow>[] => [
  columns.link(
    'name',
    'Name',
    (row) => row.name,
    (row) => routes.user(row.id),
    { widthPx: 190 },
  ),
  columns.text('email', 'Email', (row) => row.email, { widthPx: 226 }),
  columns.text('role', 'Role', (row) => row.role, { widthPx: 120 }),
  columns.badge(
    'state',
    'Account',
    (row) => row.state,
    { Active: 'positive', Invited: 'warning', Disabled: 'danger' },
    { widthPx: 104 },
  ),
  columns.text('issuers', 'Issuers', (row) => row.issuers, { widthPx: 156 }),
  columns.text('factor', 'Two-factor', (row) => row.secondFactor, { widthPx: 116 }),
  columns.text('way', 'Signs in', (row) => row.way, { widthPx: 150, hidden: true }),
  columns.shares('sessions', 'Sessions', (row) => row.sessions, {
    widthPx: 92,
    help: 'Browsers in which the user is signed in now.',
  }),
  columns.time('seen', `Last used (${zoneTitle(zone)})`, (row) => row.lastSeen),
];

const byName = { sort: [{ id: 'name', desc: false }] };

type Props = { rows: readonly UserRow[]; on: string; zone: string };

export function UsersTable({ rows, on, zone }: Props) {
  const kit = useMemo(() => userColumns(zone), [zone]);
  return (
    <DataTable
      id="people"
      label="Accounts"
      columns={kit}
      rows={rows}
      rowId={(row) => row.id}
      noun={['account', 'accounts']}
      initial={byName}
      fileName={`accounts_${on}`}
      about={[
        ['Accounts of the dashboard on', on],
        ['Time zone', zone],
      ]}
      empty={<EmptyState title="No users">Invite a user to create an account.</EmptyState>}
    />
  );
}
