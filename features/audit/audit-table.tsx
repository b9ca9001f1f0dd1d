'use client';

import { useMemo } from 'react';
import type { Listed } from '#components/register/issuer-choice';
import { type Column, columns } from '#components/table/columns';
import { DataTable } from '#components/table/data-table';
import { putParam } from '#components/ui/browser/address-params';
import { PressButton } from '#components/ui/press-button';
import { EmptyState } from '#components/ui/states';
import { zoneTitle } from '#lib/format/local-time';
import { nameText } from '#lib/format/name-text';
import { formatShares } from '#lib/format/shares';
import type { Tone } from '#lib/format/tone';
import type { AuditResponse, Entry } from './audit-query.ts';
import { changeText, valueText } from './value-text.ts';

type Line = Entry & { issuerName: string };

const outcomes: Readonly<Record<string, { label: string; tone: Tone }>> = {
  ok: { label: 'Done', tone: 'neutral' },
  refused: { label: 'Refused', tone: 'warning' },
  failed: { label: 'Failed', tone: 'danger' },
};
const tones = Object.fromEntries(Object.values(outcomes).map(({ label, tone }) => [label, tone]));

const auditColumns = (zone: string): readonly Column<Line>[] => [
  columns.time('recorded', `Recorded (${zoneTitle(zone)})`, (row) => row.recorded, { card: 'note' }),
  columns.text('person', 'User', (row) => row.person ?? 'Not signed in', { widthPx: 150, card: 'note' }),
  columns.text('what', 'Action', (row) => row.words, {
    widthPx: 380,
    card: 'title',
    cell: (row) => (
      <PressButton
        type="button"
        className="max-w-full truncate text-left text-accent underline"
        onClick={() => putParam('entry', row.seq)}
      >
        {row.words}
      </PressButton>
    ),
  }),
  columns.badge('outcome', 'Outcome', (row) => outcomes[row.outcome]?.label ?? row.outcome, tones, {
    widthPx: 88,
    card: 'figure',
  }),
  columns.text('issuer', 'Issuer', (row) => row.issuerName, { widthPx: 210 }),
  columns.text('object', 'Object', (row) => row.about ?? row.object ?? '', { widthPx: 130 }),
  columns.date('effective', 'Effective', (row) => row.effectiveDate ?? '', {
    help: 'The effective date of a change, or the as-of date of a request.',
  }),
  columns.text('address', 'IP address', (row) => row.address ?? '', { widthPx: 120 }),
  columns.text('changes', 'Before and after', (row) => changeText(row), { widthPx: 320, hidden: true }),
  columns.text('details', 'Details', (row) => valueText(row.detail), { widthPx: 260, hidden: true }),
  columns.text('email', 'Email', (row) => row.email ?? '', { widthPx: 220, hidden: true }),
  columns.text('action', 'Action type', (row) => nameText(row.action), { widthPx: 150, hidden: true }),
  columns.text('request', 'Request ID', (row) => row.requestId, { widthPx: 290, hidden: true }),
  columns.shares('seq', 'Entry', (row) => BigInt(row.seq), { widthPx: 88 }),
];

const newestFirst = { sort: [{ id: 'seq', desc: true }] };

type Props = { response: AuditResponse; issuers: readonly Listed[]; words: string };

export function AuditTable({ response, issuers, words }: Props) {
  const { entries, total, counted, zone } = response;
  const kit = useMemo(() => auditColumns(zone), [zone]);
  const rows = useMemo(() => {
    const names = new Map(issuers.map(({ customerIssuerId, name }) => [customerIssuerId, name]));
    return entries.map((entry) => ({
      ...entry,
      issuerName: entry.issuer === null ? '' : (names.get(entry.issuer) ?? `Issuer ${entry.issuer}`),
    }));
  }, [entries, issuers]);
  const all = entries.length >= total;
  return (
    <DataTable
      id="audit"
      label="Audit trail"
      columns={kit}
      rows={rows}
      rowId={(row) => row.seq}
      noun={['entry', 'entries']}
      initial={newestFirst}
      selectable
      fileName="audit-trail"
      about={[
        ['Recorded', words],
        ['Time zone', zone],
        ...(all
          ? []
          : [['Entries', `the newest of ${counted ? '' : 'more than '}${formatShares(total)}`] as const]),
      ]}
      empty={
        <EmptyState title="No entries">
          No entries match in this period. Choose a longer period or fewer filters above.
        </EmptyState>
      }
    />
  );
}
