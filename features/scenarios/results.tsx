'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { PlainTable } from '#components/data/plain-table';
import { AsOfLabel } from '#components/register/as-of-label';
import { ClassSelect } from '#components/register/class-select';
import { DataTable } from '#components/table/data-table';
import { EmptyState } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { quantity, signedQuantity } from '#lib/register/quantity';
import {
  type ClassChange,
  classChanges,
  type Figure,
  type FigureLine,
  holderChanges,
} from '#lib/register/scenarios/compare';
import type { Register } from '#lib/register/scenarios/start';
import { holderColumns } from './columns.ts';

type Props = {
  issuer: number;
  /** Of the issuer. */
  name: string;
  /** Of the scenario. */
  title: string;
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
export function ClassResults({ asof, today, before, after, sides }: Props) {
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

/** The holders of one class on both sides. */
export function HolderResults(props: Props) {
  const { before, after } = props;
  const params = useSearchParams();
  const changes = useMemo(() => classChanges(before, after), [before, after]);
  const chosen = changes.find(({ className }) => className === params.get('class')) ?? changes[0];
  if (!chosen) return null;
  return (
    <Section title={`Holders of ${chosen.className}`}>
      <ClassSelect
        current={chosen.className}
        classes={changes.map(({ className, isChanged }) => ({
          className,
          note: isChanged ? undefined : 'not changed',
        }))}
      />
      <Holders key={chosen.className} {...props} chosen={chosen} />
    </Section>
  );
}

function ClassFigures({ one, sides }: { one: ClassChange; sides: Props['sides'] }) {
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

function Holders({
  issuer,
  name,
  title,
  asof,
  today,
  before,
  after,
  sides,
  chosen,
}: Props & { chosen: ClassChange }) {
  const { className, dollars } = chosen;
  const { lead, holders } = useMemo(
    () => holderChanges(before, after, className),
    [before, after, className],
  );
  const whole = lead.find(({ id }) => id === 'outstanding');
  const [first, second] = sides;
  const kit = useMemo(
    () =>
      holderColumns({
        ...{ issuer, asof, dollars, sides: [first, second] },
        outstanding: [whole?.before ?? null, whole?.after ?? null],
      }),
    [issuer, asof, dollars, first, second, whole],
  );
  if (holders.length === 0 && lead.every((one) => one.after === 0n && one.before === 0n))
    return <EmptyState title={`No outstanding or reserved shares of ${className}`} />;
  return (
    <DataTable
      id="scenario-holders"
      label={`Holders of ${className}, ${first} and ${second}`}
      columns={kit}
      rows={holders}
      lead={lead}
      rowId={(row) => row.id}
      noun={['holder', 'holders']}
      fileName={`scenario_${issuer}_${asof ?? today}`}
      about={[
        ['Scenario', title],
        ['Holders of', `${className}, ${name} (${issuer})`],
        ['Register as of', asof ?? today],
        ['Not in the register', 'Worked out from the steps of the scenario'],
      ]}
    />
  );
}
