// Cap table of a register that is too large for a browser, loaded while scrolling.

'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FirstRange } from '#components/data/first-range';
import { QueryResult } from '#components/data/query-result';
import { SourceNote } from '#components/register/source-note';
import { DataTable } from '#components/table/data-table';
import { Button, LinkButton } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { EmptyState } from '#components/ui/states';
import { balanceQuery, capTableInput } from '#lib/api/register-queries';
import { useRowRanges } from '#lib/api/rows/row-ranges';
import { exact } from '#lib/format/exact-shares';
import { formatShares } from '#lib/format/shares';
import type { Balance } from '#lib/register/capacity';
import { type CapTableRow, holdingOf, statedLines } from '#lib/register/ownership/cap-table';
import { routes } from '#lib/routes';
import { Views } from './chosen-view.tsx';
import { columnsByHolder } from './columns.ts';
import type { CapTableProps } from './types.ts';
import { waitingLines } from './views.ts';

type Props = Pick<CapTableProps, 'issuer' | 'name' | 'view' | 'asof' | 'today' | 'largest'> & {
  /** Number of rows in the register. */
  total: number;
  /** Loads all rows, for the normal table. */
  readAll: () => void;
};

type PartProps = Props & { balances: readonly Balance[] };

/**
 * Cap table of a register with more rows than a browser should be sent. Rows load as the user scrolls and
 * totals come from the balance; what needs every row is loaded only on request.
 */
export function LongTable(props: Props) {
  const { issuer, view, today } = props;
  const query = balanceQuery(issuer, today);
  const balance = useQuery(query);
  const Part = view === 'holder' ? ByHolder : view === 'class' ? ByClass : AcrossClasses;
  return (
    <QueryResult result={balance} queryKey={query.queryKey} waiting="Loading balances…" lines={waitingLines}>
      {(balances) => <Part {...props} balances={balances} />}
    </QueryResult>
  );
}

const noun = ['holding', 'holdings'] as const;

/** In the registry's order. Percentages use the outstanding shares of the balance. */
function ByHolder({ issuer, name, asof, today, balances, total }: PartProps) {
  const toRow = useMemo(() => {
    const classes = new Map(balances.map((one) => [one.className, one]));
    return (row: CapTableRow) => {
      const own = classes.get(row.securityType);
      return holdingOf(row, exact(own?.totalOutstandingShares), own?.dollarFormat === true);
    };
  }, [balances]);
  const ranges = useRowRanges('GetShareholderCapTable', capTableInput(issuer), toRow);
  const columns = useMemo(
    () => columnsByHolder(balances.length, false, { issuer, asof }),
    [balances.length, issuer, asof],
  );
  return (
    <FirstRange ranges={ranges} waiting="Loading cap table…" lines={waitingLines}>
      {() => (
        <>
          <SourceNote mark={null}>
            {formatShares(total)} holdings in the registry’s order. The largest are listed in{' '}
            <Link href={routes.ownership(issuer, { asof })}>Ownership</Link>.
          </SourceNote>
          <DataTable
            id="cap-table-long"
            label="Cap table by holder"
            columns={columns}
            ranges={ranges}
            rowId={(holding) => holding.id}
            noun={noun}
            fileName={`cap-table_${issuer}_by-holder_${today}`}
            about={[
              ['Cap table of', `${name} (${issuer})`],
              ['Current', today],
            ]}
          />
        </>
      )}
    </FirstRange>
  );
}

function ByClass({ issuer, name, asof, today, balances, total, readAll }: PartProps) {
  const lines = useMemo(() => statedLines(balances), [balances]);
  return (
    <>
      <SourceNote mark={null}>
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          Figures from the issuer balance. The {formatShares(total)} holdings of this register are not loaded.
          <Button size="sm" onClick={readAll}>
            Load all holdings
          </Button>
        </span>
      </SourceNote>
      <Views view="class" long {...{ issuer, name, lines, asof }} holdings={[]} day={today} />
    </>
  );
}

function AcrossClasses({ issuer, asof, total, readAll, largest }: PartProps) {
  const all = <Button onClick={readAll}>Load all {formatShares(total)} holdings</Button>;
  if (largest) {
    return (
      <>
        <SourceNote mark={null}>
          <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
            The largest holders of each class, and all others as one row. The file of the shareholder list has
            every holder. {all}
          </span>
        </SourceNote>
        {largest}
      </>
    );
  }
  return (
    <EmptyState
      title="Too large to display"
      action={
        <>
          <LinkButton href={routes.capTable(issuer, { view: 'holder', asof, show: asof && 'current' })}>
            Show by holder
          </LinkButton>
          <LinkButton href={routes.newReport('shareholder-list', { issuer, asof })}>
            Create shareholder list
          </LinkButton>
          {all}
        </>
      }
    >
      This view needs all {formatShares(total)} holdings. Loading them takes several minutes.
    </EmptyState>
  );
}
