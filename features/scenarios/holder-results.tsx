'use client';

import { useMemo, useState } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { PlainTable } from '#components/data/plain-table';
import { ClassSelect, useChosenClass } from '#components/register/class-select';
import { MaybeLink } from '#components/register/maybe-link';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button } from '#components/ui/button';
import { EmptyState } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { formatPercent } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import { quantity, signedQuantity } from '#lib/register/quantity';
import { classChanges, type HolderLine, holderChanges, mostChanged } from '#lib/register/scenarios/compare';
import { routes } from '#lib/routes';
import type { HolderResultProps } from './holder-table.tsx';
import { sideName } from './side-name.ts';

// Loaded on a press: the first view shows the totals and the holders that change most.
const HolderTable = lazyComponent(
  () => import('./holder-table.tsx').then((part) => part.HolderTable),
  <LoadingPlaceholder text="Loading holders…" lines={12} />,
  'when drawn',
);

const shownMax = 10;

/** The holders of one class on both sides: those the steps change most and the largest ones, or all of them. */
export function HolderResults(props: HolderResultProps) {
  const { before, after } = props;
  const [isWhole, setWhole] = useState(false);
  const changes = useMemo(() => classChanges(before, after), [before, after]);
  const chosen = useChosenClass(changes);
  const className = chosen?.className ?? '';
  const found = useMemo(() => holderChanges(before, after, className), [before, after, className]);
  if (!chosen) return null;
  const { lead, holders } = found;
  const about = { ...props, className, dollars: chosen.dollars };
  return (
    <Section title={`Holders of ${className}`}>
      <ClassSelect
        current={className}
        classes={changes.map((one) => ({
          className: one.className,
          note: one.isChanged ? undefined : 'not changed',
        }))}
      />
      {holders.length === 0 && lead.every((one) => one.after === 0n && one.before === 0n) ? (
        <EmptyState title={`No outstanding or reserved shares of ${className}`} />
      ) : isWhole ? (
        <HolderTable key={className} {...about} {...found} />
      ) : (
        <>
          <ShortTable {...about} rows={[...mostChanged(holders, shownMax), ...lead]} />
          <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
            <Button onClick={() => setWhole(true)}>
              {holders.length === 1 ? 'Show the list' : `Show all ${formatShares(holders.length)} holders`}
            </Button>
            <span className="text-sm text-muted">To sort, filter and download them.</span>
          </p>
        </>
      )}
    </Section>
  );
}

type ShortProps = HolderResultProps & {
  className: string;
  dollars: boolean;
  rows: readonly HolderLine[];
};

/** A row for each holder and each total; the change is below the figure that it leads to. */
function ShortTable({ issuer, asof, sides, className, dollars, rows }: ShortProps) {
  const whole = rows.find(({ id }) => id === 'outstanding');
  const percent = (row: HolderLine, side: 'before' | 'after') => {
    const [part, all] = [row[side], whole?.[side] ?? null];
    if (row.row === 'reserve' || row.id === 'diluted') return '';
    return part === null || all === null ? '–' : formatPercent(part, all);
  };
  const label = `Holders of ${className}, ${sides[0]} and ${sides[1]}`;
  return (
    <PlainTable
      label={label}
      caption={label}
      columns={[
        {
          head: 'Holder',
          cell: ({ name, profile }) => (
            <MaybeLink href={profile ? routes.holder(issuer, profile, { asof }) : null}>{name}</MaybeLink>
          ),
        },
        { head: sides[0], cell: (row) => quantity(row.before, dollars) },
        {
          head: sides[1],
          cell: (row) => (
            <>
              {quantity(row.after, dollars)}
              {row.change !== null && row.change !== 0n && (
                <span className="block text-xs text-muted">{signedQuantity(row.change, dollars)}</span>
              )}
            </>
          ),
        },
        { head: `% outstanding, ${sideName(sides[0])}`, cell: (row) => percent(row, 'before') },
        { head: `% outstanding, ${sideName(sides[1])}`, cell: (row) => percent(row, 'after') },
      ]}
      rows={rows}
      rowId={({ id }) => id}
      rowClasses={({ row }) => row === 'total' && 'font-medium'}
    />
  );
}
