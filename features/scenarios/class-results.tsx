'use client';

import { useMemo } from 'react';
import { PlainTable } from '#components/data/plain-table';
import { AsOfLabel } from '#components/register/as-of-label';
import { EmptyState } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { quantity, signedQuantity } from '#lib/register/quantity';
import {
  type ClassChange,
  classChanges,
  type Figure,
  type FigureLine,
} from '#lib/register/scenarios/compare';
import type { Register } from '#lib/register/scenarios/start';

export type ResultProps = {
  asof: string | null;
  today: string;
  before: Register;
  after: Register;
  sides: readonly [string, string];
};

const figureText = (value: Figure, dollars: boolean) =>
  value === undefined ? '' : value === 'Unlimited' ? value : quantity(value, dollars);

const isBelowZero = (value: Figure) => typeof value === 'bigint' && value < 0n;

/** The figures of each class on both sides, what has changed first. */
export function ClassResults({ asof, today, before, after, sides }: ResultProps) {
  const changes = useMemo(() => classChanges(before, after), [before, after]);
  if (changes.length === 0) return <EmptyState title="No classes of securities" />;
  const shown = changes.some(({ isChanged }) => isChanged)
    ? changes.filter(({ isChanged }) => isChanged)
    : changes.slice(0, 1);
  const others = changes.filter((one) => !shown.includes(one));
  return (
    <Section title="Classes" aside={<AsOfLabel date={asof} today={today} />}>
      <div className="grid gap-x-8 gap-y-5 xl:grid-cols-2">
        {shown.map((one) => (
          <ClassFigures key={one.className} one={one} sides={sides} />
        ))}
      </div>
      {others.length > 0 && (
        <p className="mt-2 text-sm text-muted">
          Not changed: {others.map(({ className }) => className).join(', ')}.
        </p>
      )}
    </Section>
  );
}

function ClassFigures({ one, sides }: { one: ClassChange; sides: ResultProps['sides'] }) {
  const { className, dollars, lines } = one;
  const figure = (line: FigureLine, value: Figure) => (
    <span className={line.id === 'available' && isBelowZero(value) ? 'font-medium text-danger' : undefined}>
      {figureText(value, dollars)}
    </span>
  );
  return (
    <PlainTable
      label={`Figures of ${className}`}
      caption={`Figures of ${className}`}
      columns={[
        {
          head: className,
          cell: ({ id, label }) =>
            id === 'available' ? <strong className="font-medium">{label}</strong> : label,
        },
        { head: sides[0], cell: (line) => figure(line, line.before) },
        {
          head: sides[1],
          cell: (line) => (
            <>
              {figure(line, line.after)}
              {line.change !== undefined && line.change !== 0n && (
                <span className="block text-xs text-muted">{signedQuantity(line.change, dollars)}</span>
              )}
            </>
          ),
        },
      ]}
      rows={lines}
      rowId={({ id }) => id}
    />
  );
}
