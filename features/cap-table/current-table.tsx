'use client';

import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { QueryPlaceholder } from '#components/data/query-result';
import { RowsError, RowsRead } from '#components/data/rows-progress';
import { CurrentOnlyLabel } from '#components/register/as-of-label';
import { CheckList } from '#components/register/check-list';
import { SourceNote } from '#components/register/source-note';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Link } from '#components/ui/link';
import { Skeleton } from '#components/ui/states';
import { balanceQuery, capTableInput } from '#lib/api/register-queries';
import { useAllRows } from '#lib/api/rows/all-rows';
import { firstRows, moreRows } from '#lib/api/rows/paging';
import { formatDate } from '#lib/format/dates';
import { listedMax } from '#lib/register/account-limit';
import { dollarClasses } from '#lib/register/capacity';
import { classLines, holdingsOf } from '#lib/register/ownership/cap-table';
import { capTableChecks } from '#lib/register/ownership/cap-table-checks';
import { routes } from '#lib/routes';
import { HoldingsMatrix, Views } from './chosen-view.tsx';
import type { CapTableProps } from './types.ts';
import { waitingLines } from './views.ts';

/** Needed only for large registers. */
const LongTable = lazyComponent(
  () => import('./long-table.tsx').then((part) => part.LongTable),
  <LoadingPlaceholder text="Loading cap table…" lines={waitingLines} />,
  'when drawn',
);

/**
 * When a few requests suffice, shows the table only once all rows are loaded, so that rows do not move while
 * being read.
 */
const heldRowsMax = firstRows + 5 * moreRows;

/**
 * Every row of the current cap table, loaded page by page. A long table is shown as it loads, in the registry's
 * order; one too large for a browser loads rows as the user scrolls.
 */
export function CurrentTable({ issuer, name, view, asof, today, largest }: CapTableProps) {
  const read = useAllRows('GetShareholderCapTable', capTableInput(issuer), true, listedMax);
  const balance = useQuery(balanceQuery(issuer, today));
  const { pages, complete, stopped, error, total, tooLong } = read;
  const settled = complete || stopped || error !== null;
  // Rendering the table takes long: deferred, so that the page keeps responding to the user.
  const drawn = useDeferredValue(settled || (total ?? 0) > heldRowsMax);
  const parts = useMemo(() => {
    const rows = pages.flatMap((page) => page.shareholders);
    const securities = pages.at(-1)?.securities ?? [];
    const inDollars = dollarClasses(balance.data ?? []);
    return {
      holdings: holdingsOf(rows, inDollars, complete),
      lines: classLines(rows, securities, balance.data),
    };
  }, [pages, complete, balance.data]);
  const retry = () => void read.again();
  if (pages.length === 0) {
    const { isFetching, stop: cancel } = read;
    const waiting = 'Loading cap table…';
    return <QueryPlaceholder lines={waitingLines} {...{ error, isFetching, waiting, retry, cancel }} />;
  }
  return (
    <>
      {(asof || !tooLong) && (
        <SourceNote mark={asof !== null && <CurrentOnlyLabel past today={today} />}>
          {asof && (
            <>
              These are current holdings, not holdings as of {formatDate(asof)}.{' '}
              <Link href={routes.capTable(issuer, { view, asof })}>Show the reconstructed cap table</Link>.
            </>
          )}
          {/* Appears together with the rows: a line that changes height would move the content below. */}
          {!tooLong && <RowsRead read={drawn ? read : { ...read, complete: false }} />}
        </SourceNote>
      )}
      <RowsError read={read} />
      {tooLong ? (
        <LongTable {...{ issuer, name, view, asof, today, largest }} total={total ?? 0} readAll={read.goOn} />
      ) : drawn && view === 'matrix' ? (
        <HoldingsMatrix
          {...{ issuer, name, asof }}
          day={today}
          holdings={parts.holdings}
          balances={balance.data ?? null}
          arriving={!settled}
          isComplete={complete}
        />
      ) : drawn && view !== 'matrix' ? (
        <Views {...{ view, issuer, name, asof }} day={today} arriving={!settled} {...parts} />
      ) : (
        <Skeleton lines={waitingLines} />
      )}
      {complete && drawn && <CheckList checks={capTableChecks(parts.lines, balance.data ?? null)} />}
    </>
  );
}
