// Shows the changes between two days, one class at a time.

'use client';

import { useMemo, useState } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { ClassSelect, useChosenClass } from '#components/register/class-select';
import { ErrorPanel } from '#components/ui/states';
import { formatShares } from '#lib/format/shares';
import type { Balance } from '#lib/register/capacity';
import { CauseLoader, type CauseState } from './cause-reader.tsx';
import { ClassChanges, type CompareProps } from './class-changes.tsx';
import { type ClassComparison, compareOwnership, type Ownership } from './compare.ts';
import { RollForward } from './roll-forward.tsx';

type Props = CompareProps & {
  first: Ownership;
  last: Ownership;
  before: readonly Balance[] | null;
  after: readonly Balance[] | null;
};

/** One class at a time. The journal of the period is read for all classes at once, beside the holdings. */
export function Comparison({ first, last, before, after, ...props }: Props) {
  const { issuer, from, to } = props;
  const classes = useMemo(
    () => compareOwnership(first, last, { before, after }),
    [first, last, before, after],
  );
  const [reported, setReported] = useState<CauseState | null>(null);
  const { causes = null, error = null, entries = [] } = reported ?? {};
  const chosen = useChosenClass(classes, (one) => one.changes.length > 0);
  if (!chosen) return <p>The registry lists no classes of this issuer on these dates.</p>;
  return (
    <>
      <ClassSelect
        current={chosen.className}
        classes={classes.map((one) => ({ className: one.className, note: noteOf(one) }))}
      />
      <CauseLoader {...{ issuer, from, to, first, last }} onTell={setReported} />
      {error && <ErrorPanel error={error} onRetry={reported?.retry} title="The causes could not be loaded" />}
      {!causes && !error && <LoadingPlaceholder text="Loading the roll-forward…" lines={18} />}
      {causes && (
        <RollForward
          {...props}
          entries={entries}
          className={chosen.className}
          dollars={chosen.dollars}
          {...{ first, last, before, after }}
        />
      )}
      <ClassChanges
        key={chosen.className}
        {...props}
        one={chosen}
        causes={causes}
        reading={!causes && !error ? { cancel: () => reported?.cancel() } : null}
      />
    </>
  );
}

/** How many holdings of a class changed, and whether its changes leave a residual. */
function noteOf({ changes, residual }: ClassComparison): string {
  const changed = changes.length === 0 ? 'no changes' : `${formatShares(changes.length)} changed`;
  if (residual === 0n) return changed;
  return residual === null ? `${changed}, a figure is missing` : `${changed}, with a residual`;
}
