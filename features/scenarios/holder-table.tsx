'use client';

import { useMemo } from 'react';
import { DataTable } from '#components/table/data-table';
import type { HolderChanges } from '#lib/register/scenarios/compare';
import type { ResultProps } from './class-results.tsx';
import { holderColumns } from './columns.ts';

export type HolderResultProps = ResultProps & {
  issuer: number;
  /** Of the issuer. */
  name: string;
  /** Of the scenario. */
  title: string;
};

type Props = HolderResultProps & HolderChanges & { className: string; dollars: boolean };

/** Every holder of a class on both sides, with order, filter and files. */
export function HolderTable(props: Props) {
  const { issuer, name, title, asof, today, sides, className, dollars, lead, holders } = props;
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
