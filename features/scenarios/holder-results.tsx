'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { ClassSelect } from '#components/register/class-select';
import { DataTable } from '#components/table/data-table';
import { EmptyState } from '#components/ui/states';
import { Section } from '#components/ui/text';
import { type ClassChange, classChanges, holderChanges } from '#lib/register/scenarios/compare';
import type { ResultProps } from './class-results.tsx';
import { holderColumns } from './columns.ts';

type Props = ResultProps & {
  issuer: number;
  /** Of the issuer. */
  name: string;
  /** Of the scenario. */
  title: string;
};

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
