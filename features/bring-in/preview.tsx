// Control totals of an imported file, and the capitalization that posting it would give.

import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { Badge } from '#components/ui/badge';
import { EmptyState } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { exact } from '#lib/format/exact-shares';
import { formatShares } from '#lib/format/shares';
import { signedQuantity } from '#lib/register/quantity';
import { TypeTotals, useMayTypeTotals } from './type-totals.tsx';
import { measureText } from './typed-totals.ts';
import type { RegisterFile } from './types.ts';

type Total = RegisterFile['totals'][number];
type Class = RegisterFile['classes'][number];

/** Stated totals beside what the rows give, and the button to type more. */
export function ControlTotals({ file, onChanged }: { file: RegisterFile; onChanged: () => void }) {
  const { totals } = file;
  const mayType = useMayTypeTotals(file);
  if (totals.length === 0 && !mayType) return null;
  return (
    <Section title="Control totals" aside={mayType && <TypeTotals file={file} onChanged={onChanged} />}>
      {totals.length === 0 ? (
        <EmptyState title="No control totals">The file states none.</EmptyState>
      ) : (
        <PlainTable
          filled
          label="Control totals"
          columns={totalColumns}
          rows={totals}
          rowId={(one) => `${one.class} ${one.measure} ${one.typedBy ?? ''}`}
        />
      )}
    </Section>
  );
}

const totalColumns: readonly PlainColumn<Total>[] = [
  {
    head: 'Class and measure',
    cell: (one) => (
      <>
        {one.class}
        <span className="block text-xs text-muted">
          {measureText(one.measure)}
          {one.typedBy && `, typed by ${one.typedBy}`}
        </span>
      </>
    ),
  },
  { head: 'Stated', cell: ({ stated }) => formatShares(stated) },
  { head: 'Rows', cell: ({ counted }) => formatShares(counted) },
  {
    head: 'Difference',
    cell: ({ gap, isExplained }) =>
      exact(gap) === 0n ? (
        <Badge tone="positive">Matches</Badge>
      ) : (
        <>
          {signedQuantity(exact(gap))}{' '}
          <Badge tone={isExplained ? 'warning' : 'danger'}>
            {isExplained ? 'Record difference' : 'Differs'}
          </Badge>
        </>
      ),
  },
];

/** The capitalization that posting would give. */
export function Preview({ file }: { file: RegisterFile }) {
  const { classes, rows, state } = file;
  if (classes.length === 0) return null;
  return (
    <Section
      title={
        state === 'Posted' || state === 'Undone' ? 'Cap table as it was posted' : 'Preview of the cap table'
      }
    >
      <PlainTable
        filled
        label="Preview of the cap table"
        tableClasses="min-w-[56rem]"
        columns={classColumns}
        rows={classes}
        rowId={(one) => one.class}
      />
      <p className="mt-2 text-sm text-muted">
        Rows read: {rows.map((one) => `${one.sheet} ${formatShares(one.rows)}`).join(', ')}.
      </p>
    </Section>
  );
}

const classColumns: readonly PlainColumn<Class>[] = [
  { head: 'Class', cell: (one) => one.class },
  {
    head: 'Authorized',
    cell: ({ authorized }) => (authorized === null ? 'Unlimited' : formatShares(authorized)),
  },
  { head: 'Reserved', cell: (one) => formatShares(one.reserved) },
  { head: 'Issued', cell: (one) => formatShares(one.issued) },
  { head: 'Treasury', cell: (one) => formatShares(one.treasury) },
  { head: 'Outstanding', cell: (one) => formatShares(one.outstanding) },
  { head: 'Restricted', cell: (one) => formatShares(one.restricted) },
  { head: 'Holders', cell: (one) => formatShares(one.holders) },
  {
    head: 'Certificates',
    cell: (one) => (
      <>
        {formatShares(one.certificates)}
        <span className="block text-xs text-muted">
          {formatShares(one.certificated)} certificated, {formatShares(one.bookEntry)} book entry
        </span>
      </>
    ),
  },
];
