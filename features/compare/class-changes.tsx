'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { DataTable } from '#components/table/data-table';
import { putParam } from '#components/ui/browser/address-params';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { PressButton } from '#components/ui/press-button';
import { EmptyState, SlowNotice } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { signedQuantity } from '#lib/register/quantity';
import { type Causes, explain, hasMoved, noCauses } from './causes.ts';
import { type ChangeCounts, ClassFigures, residualText } from './class-figures.tsx';
import { changeColumns } from './columns.tsx';
import type { Change, ClassComparison } from './compare.ts';

export type CompareProps = { issuer: number; name: string; from: string; to: string; asof: string | null };

type Props = CompareProps & {
  one: ClassComparison;
  causes: Causes | null;
  reading: { cancel: () => void } | null;
};

// Loaded when a change is opened.
const CausePanel = lazyComponent(
  () => import('./cause-panel.tsx').then((part) => part.CausePanel),
  <LoadingPlaceholder text="Loading causes…" lines={4} />,
  'when drawn',
);

/**
 * One class between the two days: a sentence, the totals with the unexplained rest, and every change by size.
 */
export function ClassChanges({ one, causes, reading, ...props }: Props) {
  const { issuer, name, from, to, asof } = props;
  const { className, changes, unchanged, net, outstanding, residual, dollars } = one;
  const params = useSearchParams();
  const holder = params.get('holder');
  const known = causes ?? noCauses;
  // What came and went again is a movement of the class as well, so that the columns add up to its line.
  const equal = useMemo(
    () =>
      [...unchanged, ...known.passed.filter((row) => row.className === className)].filter((row) =>
        hasMoved(row, known),
      ),
    [unchanged, known, className],
  );
  const rows = useMemo(() => explain([...changes, ...equal], known), [changes, equal, known]);
  const shown = causes !== null;
  const kit = useMemo(
    () =>
      changeColumns({
        dollars,
        className,
        explained: shown,
        open: (row) => (
          <PressButton
            type="button"
            data-opens={row.id}
            className="block max-w-full truncate text-left underline decoration-current/35 underline-offset-[0.2em] hover:decoration-current"
            onClick={() => putParam('holder', row.holder)}
          >
            {row.name}
          </PressButton>
        ),
      }),
    [dollars, className, shown],
  );
  if (rows.length === 0) {
    return (
      <EmptyState title={`No holdings of ${className} changed`}>
        {formatShares(unchanged.length)} {unchanged.length === 1 ? 'holder has' : 'holders have'} the same
        shares on both dates. {residualText(residual, dollars)}
      </EmptyState>
    );
  }
  const opened = rows.find((row) => row.holder === holder);
  const whole = rows.filter((row) => row.unexplained === 0n).length;
  const others = known.others.get(className);
  return (
    <>
      <ClassFigures
        {...{ className, net, outstanding, residual, dollars, from, to }}
        counts={countsOf(changes)}
        unchanged={unchanged.length}
      />
      {opened && (
        <CausePanel
          key={opened.id}
          row={opened}
          read={causes !== null}
          reading={reading}
          {...{ dollars, issuer, from, to, asof }}
        />
      )}
      <Section
        title={`All changes of ${className}`}
        aside={
          <>
            {formatDate(from)} to {formatDate(to)}
          </>
        }
      >
        {reading && !opened && <SlowNotice pending text="Loading transactions…" onCancel={reading.cancel} />}
        {shown && (
          <p className="mb-2 text-sm text-muted" role="status">
            Transactions effective in the period explain {formatShares(whole)} of {formatShares(rows.length)}{' '}
            changes exactly.
            {equal.length > 0 &&
              ` ${formatShares(equal.length)} of them ${equal.length === 1 ? 'is' : 'are'} 0: shares came and went.`}
            {others !== undefined &&
              others !== 0n &&
              ` ${signedQuantity(others, dollars)} went through accounts not listed on either date, such as treasury.`}
          </p>
        )}
        <DataTable
          id="compare"
          label={`Changes of ${className}`}
          columns={kit}
          rows={rows}
          rowId={(row) => row.id}
          noun={['change', 'changes']}
          fileName={`compare_${issuer}_${from}_${to}${shown ? '_causes' : ''}`}
          about={[
            ['Changes of', `${className}, ${name} (${issuer})`],
            ['From the close of', from],
            ['To the close of', to],
            ['Net', net === null ? 'missing' : `${net}`],
            ['Change of outstanding', outstanding.change === null ? 'missing' : `${outstanding.change}`],
            ['Residual', residual === null ? 'missing' : `${residual}`],
          ]}
        />
      </Section>
    </>
  );
}

function countsOf(changes: readonly Change[]): ChangeCounts {
  const counts: ChangeCounts = {};
  for (const { kind } of changes) if (kind !== 'Equal') counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
